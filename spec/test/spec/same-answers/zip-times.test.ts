import { execFileSync } from 'node:child_process'
import { withoutZipTimes } from '@forgefold/spec/same-answers'
import { describe, expect, it } from 'vitest'

/** An archive that Python makes, of a file that was written at this time. */
const made = (year: number, content: string): Buffer => {
  const program = `
import io, sys, zipfile
made = io.BytesIO()
archive = zipfile.ZipFile(made, 'w')
archive.writestr(zipfile.ZipInfo('a.txt', (${year}, 5, 6, 7, 8, 10)), '${content}')
archive.close()
sys.stdout.buffer.write(made.getvalue())`
  return execFileSync('python3', ['-c', program])
}

describe('archives that a test makes', () => {
  it('are the same where only the times of their entries differ', () => {
    expect(made(2020, 'a').equals(made(2021, 'a'))).toBe(false)
    expect(withoutZipTimes(made(2020, 'a'))).toEqual(withoutZipTimes(made(2021, 'a')))
    expect(withoutZipTimes(made(2020, 'a'))).not.toEqual(withoutZipTimes(made(2020, 'b')))
  })

  it('are told from other bytes, which stay as they are', () => {
    for (const text of ['', 'PK', 'PK\x03', 'text PK\x03\x04 0123456789'])
      expect(withoutZipTimes(Buffer.from(text)).toString()).toBe(text)
    expect(withoutZipTimes(Buffer.from('PK\x03\x04 cut'))).toHaveLength(8)
  })
})
