import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execute } from '../bench.js'
import type { ForeignProgram } from '../program.js'

const CONFIGURATION = `terraform {
  backend "http" {}
}
variable "said" {
  type = string
}
resource "terraform_data" "kept" {
  input = var.said
}
output "said" {
  value = terraform_data.kept.output
}
`

/** Keeps its state in a project: two workplaces see each other's changes, and one is refused while the other holds the lock. */
export const terraform: ForeignProgram = {
  name: 'terraform',
  registry: 'machine',
  version: async (bench) => /v([\d.]+)/.exec(await execute(bench, bench.folder, 'terraform', ['version']))?.[1] ?? '',
  tried:
    'the HTTP backend: `init`, `apply`, `output` and `state list` from a second folder, a refused `apply` while the state is locked, `force-unlock`, `destroy`',
  use: async (place) => {
    const state = `${place.url}/api/v4/projects/${place.id}/terraform/state/production`
    const settings = {
      address: state,
      lock_address: `${state}/lock`,
      unlock_address: `${state}/lock`,
      username: 'root',
      password: place.token,
      lock_method: 'POST',
      unlock_method: 'DELETE',
    }
    const backend = Object.entries(settings).map(([name, value]) => `-backend-config=${name}=${value}`)
    const env = { CHECKPOINT_DISABLE: '1', TF_IN_AUTOMATION: '1' }
    const run = (folder: string, ...args: ReadonlyArray<string>): Promise<string> =>
      execute(place, join(place.clone, folder), 'terraform', args, env)
    for (const folder of ['one', 'two']) {
      mkdirSync(join(place.clone, folder))
      writeFileSync(join(place.clone, folder, 'main.tf'), CONFIGURATION)
      await run(folder, 'init', '-no-color', '-input=false', ...backend)
    }
    const apply = (folder: string, said: string): Promise<string> =>
      run(folder, 'apply', '-no-color', '-input=false', '-auto-approve', `-var=said=${said}`)
    await apply('one', 'first')
    assert.equal((await run('two', 'output', '-raw', 'said')).trim(), 'first')
    await apply('two', 'second')
    assert.equal((await run('one', 'output', '-raw', 'said')).trim(), 'second')
    assert.equal((await run('one', 'state', 'list')).trim(), 'terraform_data.kept')
    const lock = {
      ID: '7c9c0d3f-2f0b-4b7b-9d1e-0c1f7a6f2f11',
      Operation: 'OperationTypeApply',
      Info: '',
      Who: 'ann@example',
    }
    const more = { Version: '1.5.0', Created: '2024-01-01T00:00:00Z', Path: '' }
    await place.api('POST', `/projects/${place.id}/terraform/state/production/lock`, { ...lock, ...more })
    await assert.rejects(apply('one', 'third'), /already locked:\s+ID=7c9c0d3f/)
    await run('one', 'force-unlock', '-force', lock.ID)
    await run('one', 'destroy', '-no-color', '-input=false', '-auto-approve', '-var=said=none')
    assert.equal((await run('two', 'state', 'list')).trim(), '')
  },
}
