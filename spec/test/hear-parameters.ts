import { relative } from 'node:path'
import { expect } from 'vitest'

/** Requests that are made up, or asked of every route alike, show nothing of a parameter. */
const SHOWS_NOTHING = /^server\/(hostile|access|openapi)\//

/** Set up before every test file of a run that listens for parameters: says which file it is. */
const file = relative('spec/test', relative(process.cwd(), expect.getState().testPath ?? ''))
if (SHOWS_NOTHING.test(file)) delete process.env['FORGEFOLD_TEST_FILE']
else process.env['FORGEFOLD_TEST_FILE'] = file
