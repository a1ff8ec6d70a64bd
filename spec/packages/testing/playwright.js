import { startForge } from '@forgefold/server/testing'
import { test } from '@playwright/test'

/** Tests of Playwright that each get a forge of their own as `forge`; paths of `request` and `page` are below its address. */
export const testWithForge = (options) =>
  test.extend({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from here
    forge: async ({}, use) => {
      const forge = await startForge(options)
      await use(forge)
      await forge.close()
    },
    baseURL: async ({ forge }, use) => use(forge.url),
  })
