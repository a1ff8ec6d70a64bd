import { execFileSync } from 'node:child_process'
import * as programs from '@forgefold/spec/programs'
import { describe, expect, it } from 'vitest'

// #region need
describe.runIf(programs.need('git'))('with git', () => {
  it('runs it', () => {
    expect(execFileSync(programs.find('git') ?? '', ['--version'], { encoding: 'utf8' })).toMatch(/^git version /)
  })
})
// #endregion
