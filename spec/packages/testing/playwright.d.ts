import type { StartOptions, TestForge } from '@forgefold/server/testing'
import type {
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
  TestType,
} from '@playwright/test'

/**
 * Tests of Playwright that each get a forge of their own as `forge`; paths of `request` and `page` are below its address.
 *
 * @example
 * import { testWithForge } from '@forgefold/testing/playwright'
 * import { expect } from '@playwright/test'
 *
 * const test = testWithForge({ settings: { signup_enabled: true } })
 *
 * test('root is there', async ({ forge, request }) => {
 *   const response = await request.get('/api/v4/user', { headers: { 'private-token': forge.tokens.root } })
 *   expect((await response.json()).username).toBe('root')
 * })
 */
export declare const testWithForge: (
  options?: StartOptions,
) => TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & { readonly forge: TestForge },
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
>
