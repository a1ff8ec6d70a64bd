import { test } from 'node:test'
import { startForge } from '@forgefold/server/testing'

/** Tests of Node's own runner that each get a forge of their own, started as the options say and closed at the end. */
export const testWithForge = (options) => (name, run) =>
  test(name, async (context) => {
    const forge = await startForge(options)
    try {
      await run({ forge }, context)
    } finally {
      await forge.close()
    }
  })
