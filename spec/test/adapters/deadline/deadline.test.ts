import { DeadlineExceeded, withDeadline } from '@forgefold/adapters/deadline'
import { describe, expect, it } from 'vitest'

const endless = (): never => {
  for (;;);
}

describe('work with a deadline', () => {
  it('gives its result, or its own failure', () => {
    expect(withDeadline(1000, () => 'done')).toBe('done')
    expect(() =>
      withDeadline(1000, () => {
        throw new TypeError('its own')
      }),
    ).toThrow(TypeError)
  })

  it('is ended when its time is over', () => {
    expect(() => withDeadline(20, endless)).toThrow(DeadlineExceeded)
    expect(() => withDeadline(20, () => /^(a+)+$/.test(`${'a'.repeat(40)}!`))).toThrow(DeadlineExceeded)
    expect(withDeadline(1000, () => 'the next')).toBe('the next')
  })

  it('may be done within other such work', () => {
    expect(withDeadline(1000, () => [withDeadline(1000, () => 'inner'), 'outer'])).toEqual(['inner', 'outer'])
  })
})
