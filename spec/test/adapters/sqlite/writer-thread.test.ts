import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const THREAD = new URL('../../../../adapters/dist/sqlite/writer/writer-thread.js', import.meta.url)

/** What a module imports and what that imports, without what the packages of others import. */
const importedBy = (module: URL, found = new Set<string>()): ReadonlySet<string> => {
  for (const [, name = ''] of readFileSync(fileURLToPath(module), 'utf8').matchAll(
    /^(?:import|export)\b.*? from '(.+)'/gm,
  )) {
    const inside = name.startsWith('.') ? new URL(name, module) : undefined
    const known = inside?.pathname ?? name
    if (found.has(known)) continue
    found.add(known)
    if (inside !== undefined) importedBy(inside, found)
  }
  return found
}

// Each store starts a thread: with the packages that the server has loaded anyway it took three times as long.
it('the thread that writes the event log loads SQLite and a few modules of its own', () => {
  const all = [...importedBy(THREAD)]
  const outside = all.filter((name) => !name.startsWith('/'))
  expect(outside.toSorted()).toEqual(['better-sqlite3', 'node:worker_threads'])
  expect(all.length).toBeGreaterThan(5)
  expect(all.length).toBeLessThan(12)
})
