import type { StartOptions, TestForge } from '@forgefold/server/testing'
import type {
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
  TestType,
} from '@playwright/test'

/** Tests of Playwright that each get a forge of their own as `forge`; paths of `request` and `page` are below its address. */
export declare const testWithForge: (
  options?: StartOptions,
) => TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & { readonly forge: TestForge },
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
>
