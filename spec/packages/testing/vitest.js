import { startForge } from '@forgefold/server/testing'
import { test } from 'vitest'

/** Tests that each get a forge of their own as `forge`, started as the options say and closed at the end. */
export const testWithForge = (options) =>
  test.extend({
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs from here
    forge: async ({}, use) => {
      const forge = await startForge(options)
      await use(forge)
      await forge.close()
    },
  })
