import { relative } from 'node:path'
import { expect } from 'vitest'

/** Requests that are made up, asked of every route alike, or measured, show nothing of a parameter. */
const SHOWS_NOTHING = /^server\/(hostile|access|openapi|http\/many-parameters)\b/

/** Set up before every test file of a run that listens for parameters: says which file it is. */
const file = relative('spec/test', relative(process.cwd(), expect.getState().testPath ?? ''))
if (SHOWS_NOTHING.test(file)) delete process.env['FORGEFOLD_TEST_FILE']
else process.env['FORGEFOLD_TEST_FILE'] = file
