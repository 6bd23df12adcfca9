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
      mockReset: true,
      testTimeout: 30_000, // a busy machine must not fail a test
      // Shared module state for all files: five times faster. Tests must clean up and be independent of their order.
      pool: 'threads',
      isolate: false,
      css: { modules: { classNameStrategy: 'non-scoped' } },
    },
  }),
)
