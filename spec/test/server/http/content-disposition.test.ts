import { validateHeaderValue } from 'node:http'
import { fileDisposition } from '@forgefold/server/http'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

describe('the disposition of a file', () => {
  it('names it for old clients and for new ones', () => {
    expect(fileDisposition('größe (1).txt')).toBe(
      `attachment; filename="gr__e__1_.txt"; filename*=UTF-8''gr%C3%B6%C3%9Fe%20_1_.txt`,
    )
  })
  it('is a header of one line whose name nobody can leave, whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const value = fileDisposition(name)
        validateHeaderValue('Content-Disposition', value)
        expect(value).toMatch(/^attachment; filename="[\w.-]*"; filename\*=UTF-8''[\w.~!%-]*$/)
      }),
    )
  })
})
