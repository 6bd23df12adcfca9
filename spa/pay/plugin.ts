import { join } from 'node:path'
import { build, type Plugin } from 'vite'

/** Builds this folder into dist/pay, separately from the site: no files are shared with pages or cached by the service worker. */
export function pay(): Plugin {
  return {
    name: 'pay',
    apply: 'build',
    async closeBundle() {
      const { root, build: of } = this.environment.config
      await build({
        root,
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        build: {
          outDir: of.outDir,
          emptyOutDir: false,
          target: of.target,
          modulePreload: false,
          rolldownOptions: {
            input: ['card', 'bank', 'back'].map((name) => join(root, 'pay', `${name}.html`)),
          },
        },
      })
    },
  }
}
