import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const ROOT = new URL('../../../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8')

const ROW = /^\| (.+) \| \[(.+)\]\(\.\.\/\.\.\/(spec\/test\/[\w/.-]+)\) \|$/

const rows = read('docs/reference/robustness.md')
  .split('## Which test holds what')[1]
  ?.split('\n')
  .filter((line) => line.startsWith('| ') && line !== '| what | test |')

describe('the page on robustness', () => {
  it('names the tests that hold it', () => {
    expect(rows?.length).toBeGreaterThan(50)
    expect(rows?.filter((line) => !ROW.test(line))).toEqual([])
  })

  it.each(rows ?? [])('%s', (line) => {
    const [, , title = '', path = ''] = ROW.exec(line) ?? []
    expect(read(path)).toContain(`'${title}'`)
  })
})
