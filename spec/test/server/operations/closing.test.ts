import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTestInstance } from '@forgefold/spec/instance'
import { expect, it } from 'vitest'

/** So few that a busy machine does them in the five seconds for which closing waits. */
const WRITES = 8

it('answers what was asked before it closes, and keeps it', async () => {
  const data = mkdtempSync(join(tmpdir(), 'forgefold-closing-'))
  const defects: Array<unknown> = []
  const open = () => openTestInstance({ more: { data, onDefect: (error) => defects.push(error) } })
  try {
    const instance = await open()
    const as = instance.root
    const made = { name: 'p', initialize_with_readme: true, default_branch: 'main' }
    await instance.ask('POST', '/api/v4/projects', { as, json: made })
    const asked = Array.from({ length: WRITES }, (_, number) =>
      instance.ask('POST', '/api/v4/projects/1/repository/branches', { as, query: `branch=b${number}&ref=main` }),
    )
    await instance.close()
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array.from({ length: WRITES }, () => 201))
    expect(defects).toEqual([])
    const again = await open()
    const branches = await again.ask('GET', '/api/v4/projects/1/repository/branches', { as, query: 'per_page=100' })
    expect(branches.json).toHaveLength(WRITES + 1)
    await again.close()
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
})
