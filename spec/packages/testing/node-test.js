import { test } from 'node:test'
import { startForge } from '@forgefold/server/testing'

const withForge = (options, run) => async (context) => {
  const forge = await startForge(options)
  try {
    await run({ forge }, context)
  } finally {
    await forge.close()
  }
}

/** Takes what a function of Node's runner takes: a name, options if any, and the test, which may be left out of one that is not run. */
const handing =
  (options, declare) =>
  (...given) =>
    declare(...given.map((one) => (typeof one === 'function' ? withForge(options, one) : one)))

/** Tests of Node's own runner that each get a forge of their own, started as the options say and closed at the end. */
export const testWithForge = (options) =>
  Object.assign(handing(options, test), {
    only: handing(options, test.only),
    skip: handing(options, test.skip),
    todo: handing(options, test.todo),
  })
