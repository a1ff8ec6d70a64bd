import assert from 'node:assert/strict'
import { join } from 'node:path'
import { execute } from '../bench.js'
import type { ForeignProgram } from '../program.js'

const WANTED = `
described/:
  type: group
  create_object: true
  description: kept by a file
  labels:
    - {name: group-label, color: "#112233"}
  variables:
    - {key: GROUP_KEY, value: one, protected: false, masked: false}
described/app:
  create_object: true
  initialize_with_readme: true
  description: kept by a file
  branches: [main, develop]
  merge_method: ff
  protected_branches:
    main: {push_access_level: maintainer, merge_access_level: developer}
  protected_tags: {"v*": maintainer}
  labels:
    - {name: bug, color: "#d9534f", description: broken}
  milestones:
    - {title: "1.0", state: active}
  variables:
    - {key: KEY, value: two, protected: true, masked: false}
  pipeline_schedules:
    - {description: nightly, ref: main, cron: "0 1 * * *", variables: [{key: A, value: b}]}
`

/** Makes a group and a project of a file, and has nothing to change the second time. */
export const gitlabracadabra: ForeignProgram = {
  name: 'gitlabracadabra',
  registry: 'Debian',
  tried:
    'a group and a project made of a file (branches, protections, labels, milestones, variables, a schedule), and nothing changed by the second run',
  use: async (place) => {
    place.write('wanted.yml', WANTED)
    place.write(
      'client.cfg',
      `[global]\ndefault = local\n[local]\nurl = ${place.url}\nprivate_token = ${place.token}\napi_version = 4\n`,
    )
    const told = join(place.clone, 'told.txt')
    const run = async (): Promise<string> => {
      const command = `gitlabracadabra --verbose --config-file client.cfg wanted.yml >${JSON.stringify(told)} 2>&1; cat ${JSON.stringify(told)}`
      return execute(place, place.clone, 'sh', ['-c', command])
    }
    const first = await run()
    assert.match(first, /\[described\/app\] Creating project/)
    assert.doesNotMatch(first, /ERROR|Traceback/)
    assert.equal(await run(), '')
    const path = '/projects/described%2Fapp'
    const project = await place.api<{ description: string; merge_method: string }>('GET', path)
    assert.deepEqual([project.description, project.merge_method], ['kept by a file', 'ff'])
    const protectedBranch = await place.api<{ merge_access_levels: ReadonlyArray<{ access_level: number }> }>(
      'GET',
      `${path}/protected_branches/main`,
    )
    assert.deepEqual(
      protectedBranch.merge_access_levels.map(({ access_level }) => access_level),
      [30],
    )
    const schedules = await place.api<ReadonlyArray<{ description: string }>>('GET', `${path}/pipeline_schedules`)
    assert.deepEqual(
      schedules.map(({ description }) => description),
      ['nightly'],
    )
  },
}
