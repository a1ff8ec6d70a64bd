import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execute } from '../bench.js'
import type { ForeignProgram } from '../program.js'

const CONFIGURATION = `<?xml version="1.0" encoding="utf-8"?>
<configuration><packageSources><clear /></packageSources></configuration>
`

const manifest = (id: string, version: string, dependency = ''): string => `<?xml version="1.0"?>
<package><metadata>
  <id>${id}</id><version>${version}</version><authors>Ann</authors><description>Tried</description>
  <dependencies>${dependency}</dependencies>
</metadata><files><file src="README.md" target="content" /></files></package>
`

/** Packs two packages, pushes them to a project with a deploy token, and installs them from there and from the group. */
export const nuget: ForeignProgram = {
  name: 'nuget-exe',
  registry: 'npm',
  tried:
    '`pack`, `push` and `search` with a deploy token, `install` of a package and its dependency from project and group',
  use: async (place) => {
    const program = join(place.packages, 'nuget-exe', 'nuget-5.8.0.exe')
    const config = join(place.clone, 'NuGet.config')
    writeFileSync(config, CONFIGURATION)
    const run = (...args: ReadonlyArray<string>): Promise<string> =>
      execute(place, place.clone, 'mono', [program, ...args, '-NonInteractive'])
    const scopes = ['read_package_registry', 'write_package_registry']
    const ofGroup = { name: 'machine', scopes }
    const { username, token } = await place.api<{ username: string; token: string }>(
      'POST',
      '/groups/tools/deploy_tokens',
      ofGroup,
    )
    const account = ['-Username', username, '-Password', token, '-StorePasswordInClearText', '-ConfigFile', config]
    const source = (name: string, base: string): Promise<string> =>
      run(
        'sources',
        'add',
        '-Name',
        name,
        '-Source',
        `${place.url}/api/v4${base}/packages/nuget/index.json`,
        ...account,
      )
    await source('project', `/projects/${place.id}`)
    await source('group', '/groups/tools/-')
    place.write('base.nuspec', manifest('Tried.Base', '1.0.0'))
    place.write(
      'tool.nuspec',
      manifest('Tried.Tool', '2.1.0-beta', '<dependency id="Tried.Base" version="[1.0,2.0)" />'),
    )
    for (const [name, file] of [
      ['base', 'Tried.Base.1.0.0'],
      ['tool', 'Tried.Tool.2.1.0-beta'],
    ]) {
      await run('pack', `${name}.nuspec`)
      await run('push', `${file}.nupkg`, '-Source', 'project', '-ConfigFile', config)
    }
    const listed = await run('search', 'tried', '-PreRelease', '-Source', 'project')
    assert.match(listed, /Tried\.Base \| 1\.0\.0/)
    assert.match(listed, /Tried\.Tool \| 2\.1\.0-beta/)
    for (const from of ['project', 'group']) {
      const output = join(place.folder, `nuget-${from}`)
      const where = ['-Source', from, '-ConfigFile', config, '-OutputDirectory', output, '-NoCache']
      await run('install', 'tried.tool', '-Prerelease', ...where)
      for (const name of ['Tried.Base.1.0.0', 'Tried.Tool.2.1.0-beta'])
        assert.ok(existsSync(join(output, name, 'content', 'README.md')), `${name} from the ${from}`)
    }
  },
}
