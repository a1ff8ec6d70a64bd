import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'

const RELEASE_LITERAL = /'1[3-7]\.\d{1,2}'/

/** Examples in comments decide nothing: a test runs them. */
const withoutComments = (source: string): string => source.replace(/^\s*\/\*\*[\s\S]*?\*\//gm, '')

const sources = async (): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = []
  for (const folder of ['core/src', 'adapters/src', 'server/src'])
    for (const name of await readdir(folder, { recursive: true }))
      if (name.endsWith('.ts')) found.push(`${folder}/${name}`)
  return found.filter((path) => !path.startsWith('core/src/releases/'))
}

describe('what differs between releases', () => {
  it('stands in the one table: no release number is written anywhere else in the code', async () => {
    const elsewhere: Array<string> = []
    for (const path of await sources())
      if (RELEASE_LITERAL.test(withoutComments(await readFile(path, 'utf8')))) elsewhere.push(path)
    expect(elsewhere).toEqual([])
  })
})
