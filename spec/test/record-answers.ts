import { relative } from 'node:path'
import { answersFolder, recorder } from '@forgefold/spec/same-answers'
import { afterAll, beforeEach, expect } from 'vitest'

/** Set up before every test file of a run whose answers are kept. */
const folder = answersFolder()
if (folder !== undefined) {
  const file = relative(process.cwd(), expect.getState().testPath ?? '')
  recorder.enter(`${file} (before)`)
  beforeEach(() => recorder.enter(`${file} > ${expect.getState().currentTestName ?? ''}`))
  afterAll(() => recorder.write(folder, file.replaceAll('/', '.')))
}
