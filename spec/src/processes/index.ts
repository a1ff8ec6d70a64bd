/** Programs that tests start as processes, or load into them. */
import { fileURLToPath } from 'node:url'

export * from './copied-program.js'

export const competitor = new URL('./competitor.js', import.meta.url)
export const mortal = new URL('./mortal.js', import.meta.url)

/** The command `forgefold` as it was built; where `npm test` has bundled it, the bundle, which starts in an eighth of the time. */
export const forgefold: string =
  process.env['FORGEFOLD_TEST_PROGRAM'] ?? fileURLToPath(new URL('../../../server/dist/cli.js', import.meta.url))
