import { mergeConfig } from 'vite'
import { defineConfig } from 'vitest/config'
import vite from './vite.config.ts'

export default mergeConfig(
  vite({ command: 'serve', mode: 'test' }),
  defineConfig({
    test: {
      environment: 'happy-dom',
      include: ['src/**/*.test.{ts,tsx}'],
      setupFiles: ['src/test-setup.ts'],
      restoreMocks: true,
      testTimeout: 30_000, // a busy machine is slow, not wrong
      // One world for all files: five times faster. Tests clean up behind themselves, in whatever order they run.
      pool: 'threads',
      isolate: false,
      css: { modules: { classNameStrategy: 'non-scoped' } },
    },
  }),
)
