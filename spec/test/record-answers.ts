import { relative } from 'node:path'
import { answersFolder, recorder } from '@forgefold/spec/same-answers'
import fc from 'fast-check'
import { afterAll, beforeEach, expect } from 'vitest'

/** Set up before every test file of a run whose answers are kept. */
const folder = answersFolder()
if (folder !== undefined) {
  const file = relative(process.cwd(), expect.getState().testPath ?? '')
  // Runs that are to be compared ask the same.
  fc.configureGlobal({ seed: 1 })
  recorder.enter(`${file} (before)`)
  beforeEach(() => recorder.enter(`${file} > ${expect.getState().currentTestName ?? ''}`))
  afterAll(() => recorder.write(folder, file.replaceAll('/', '.')))
}
