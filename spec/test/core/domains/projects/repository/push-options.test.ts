import { pushVariables, skipsCi, supportedPushOptions } from '@forgefold/core/domains/projects/repository'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'

const box = {
  seal: (clear: string) => `sealed:${Buffer.from(clear).toString('hex')}`,
  open: (sealed: string) => Buffer.from(sealed.replace('sealed:', ''), 'hex').toString(),
}

it('hears what is meant for merge requests and pipelines, and nothing else', () => {
  const heard = supportedPushOptions(
    box,
    ['merge_request.create', 'ci.skip', 'other', 'merge_request', 'ci.variable=x'],
    1,
  )
  expect(heard).toEqual(['merge_request.create', 'ci.skip'])
  expect(skipsCi(heard)).toBe(true)
})

it('hears nothing of a push with many branches, and no more than a hundred short options', () => {
  expect(supportedPushOptions(box, ['ci.skip'], 11)).toEqual([])
  expect(
    supportedPushOptions(
      box,
      Array.from({ length: 200 }, () => 'ci.skip'),
      1,
    ),
  ).toHaveLength(100)
  expect(supportedPushOptions(box, [`merge_request.title=${'x'.repeat(10_000)}`], 1)).toEqual([])
})

it('gives variables back as they were, and keeps no value in the clear', async () => {
  const key = fc.stringMatching(/^[A-Z_][A-Z0-9_]{0,9}$/)
  const isKept = fc.asyncProperty(key, fc.string({ minLength: 1 }), async (name, value) => {
    const heard = supportedPushOptions(box, [`ci.variable=${name}=${value}`], 1)
    expect(pushVariables(box, heard)).toEqual([{ key: name, value }])
    expect(heard).toEqual([`ci.variable=${name}=${box.seal(value)}`])
  })
  await fc.assert(isKept)
})
