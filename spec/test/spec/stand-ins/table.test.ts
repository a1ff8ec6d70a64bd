import { standInsTable, type Tried, withTable } from '@forgefold/spec/stand-ins'
import { describe, expect, it } from 'vitest'

const tried: Tried = {
  title: 'recorded answers',
  installed: { folder: '', version: '1.2.3', packages: 4, size: 5 },
  answers: {
    firstAnswer: 123.4,
    reset: 1.26,
    remembers: false,
    changes: false,
    pages: true,
    refusesStrangers: false,
    refusesNonsense: false,
    clones: false,
  },
  lines: 20,
}

describe('the table of stand-ins', () => {
  it('has a column for each, and says what each can and how long it takes', () => {
    const lines = standInsTable([
      tried,
      { ...tried, title: 'other', answers: { ...tried.answers, reset: null } },
    ]).split('\n')
    expect(lines[0]).toBe('| | recorded answers | other |')
    expect(lines).toContain('| installed | 5 MB, 4 packages | 5 MB, 4 packages |')
    expect(lines).toContain('| from the start of the process to the first answer | 123 ms | 123 ms |')
    expect(lines).toContain('| back to the beginning | 1.3 ms | starts anew |')
    expect(lines).toContain('| pages, with their headers | yes | yes |')
    expect(lines).toContain('| an issue that was made is in the list | – | – |')
  })

  it('takes the place of the one before, and nothing else', () => {
    const page = 'before\n<!-- table -->\nold\n<!-- /table -->\nafter\n'
    expect(withTable(page, 'new', '2026-01-02')).toBe(
      'before\n<!-- table -->\nMeasured on 2026-01-02:\n\nnew\n<!-- /table -->\nafter\n',
    )
    expect(() => withTable('a page without it', 'new', '2026-01-02')).toThrow('lacks')
  })
})
