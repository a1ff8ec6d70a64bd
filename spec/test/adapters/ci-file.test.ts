import { ciYaml, parseCiFile } from '@forgefold/adapters/ci-file'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const word = fc.stringMatching(/^[a-z][a-z_-]{0,8}$/)
const job = fc.dictionary(word, fc.oneof(word, fc.array(word, { maxLength: 3 }), fc.dictionary(word, word)))

describe('keys of a CI file', () => {
  it('may be marked with a colon, as the documented API marks them itself', () => {
    expect(parseCiFile(':test_job:\n  :script: echo 1\n  stage: test\n')).toEqual({
      ok: true,
      value: { test_job: { script: 'echo 1', stage: 'test' } },
    })
  })

  it('keep a colon that stands in quotes, or alone', () => {
    expect(parseCiFile('":a": 1\n": b": 2\n')).toEqual({ ok: true, value: { ':a': 1, ': b': 2 } })
  })

  it('are read as they were where a file is written and read again', () => {
    fc.assert(
      fc.property(fc.dictionary(word, job), (file) => {
        expect(parseCiFile(ciYaml(file))).toEqual({ ok: true, value: file })
      }),
    )
  })

  it('are told twice where one is marked and the other is not', () => {
    expect(parseCiFile(':a: 1\na: 2\n').ok).toBe(false)
  })
})
