import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Expressions that end in a run of any character up to the end, behind something that can give characters back. */
const OPEN_END = /\/\^?[^\n]*[*+?}]\)?\??[^\n/]*\(?\.[*+]\)?\$\/([a-z]*)/g

const sources = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name))

it('no expression that ends in any characters stops at line separators, from where it would begin anew', () => {
  const files = ['core/src', 'adapters/src', 'server/src'].flatMap(sources)
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(OPEN_END)]
      .filter(([, flags = '']) => !flags.includes('s'))
      .map(([expression]) => `${file}: ${expression}`),
  )
  expect(found).toEqual([])
})
