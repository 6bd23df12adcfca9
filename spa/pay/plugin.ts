import { join } from 'node:path'
import { build, type Plugin } from 'vite'

/**
 * Builds the documents of this folder into dist/pay, separately from the site: they share no files with pages, and the service worker
 * does not cache them.
 */
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
