import { join } from 'node:path'
import { build, type Plugin } from 'vite'

/**
 * Builds the documents of this folder into dist/pay once the site is built, apart from it: nothing of theirs is in a file that a
 * page fetches, and no page keeps them for a visit without connection.
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
