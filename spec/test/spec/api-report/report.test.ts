import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { apiReport, declarationsOf, libraryIndexPage, libraryPage, REPORTED } from '@forgefold/spec/api-report'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

it.each(REPORTED)('the report of what %s shows is current (npm run reference)', (home) => {
  expect(apiReport(ROOT, home)).toBe(readFileSync(join(ROOT, home, 'api.txt'), 'utf8'))
})
/** What a page has besides sentences: headings, code, names of types. */
const framework = (page: string): ReadonlyArray<string> =>
  [...page.matchAll(/^#.*|^```[\s\S]*?^```|^\| `\w+` \|/gm)].map(([part]) => part)

it.each(REPORTED)('the page of what %s shows is current (npm run reference)', (home) => {
  const { file, text } = libraryPage(ROOT, home)
  expect(framework(text)).toEqual(framework(readFileSync(join(ROOT, 'docs/reference/library', file), 'utf8')))
  expect(text).toContain('```js\nimport ')
})
it('the page of the packages leads to each of them', () => {
  const index = libraryIndexPage(ROOT)
  expect(index).toBe(readFileSync(join(ROOT, 'docs/reference/library/README.md'), 'utf8'))
  for (const home of REPORTED) expect(index).toContain(`(${libraryPage(ROOT, home).file})`)
})
it('tells every name, where it is declared or handed on, without comments', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forgefold-api-'))
  writeFileSync(
    join(folder, 'b.d.ts'),
    'export interface Beside {\n  /** Told. */\n  readonly x: 1;\n}\nexport type Other = 2;\n',
  )
  writeFileSync(
    join(folder, 'a.d.ts'),
    "/** ä */\nexport declare const a: number;\nexport * from './b.js';\nexport { type Other as Renamed } from './b.js';\nexport * as all from './b.js';\ndeclare class Hidden {}\nexport { Hidden as Shown };\n",
  )
  const declared = declarationsOf(join(folder, 'a.d.ts'), (_, specifier) =>
    join(folder, specifier.replace('.js', '.d.ts')),
  )
  rmSync(folder, { recursive: true })
  expect(Object.fromEntries(declared)).toEqual({
    a: 'declare const a: number;',
    Beside: 'interface Beside {\n  readonly x: 1;\n}',
    Other: 'type Other = 2;',
    Renamed: 'type Other = 2;',
    all: 'every name of ./b.js',
    Shown: 'declare class Hidden {}',
  })
})
