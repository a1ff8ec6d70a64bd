import assert from 'node:assert/strict'
import { join } from 'node:path'
import { execute } from '../bench.js'
import type { ForeignProgram } from '../program.js'

const recipe = (name: string, requires: string): string =>
  [
    'from conans import ConanFile',
    '',
    'class Tried(ConanFile):',
    `    name = "${name}"`,
    '    version = "1.0"',
    '    exports = "LICENSE"',
    '    exports_sources = "*.h"',
    ...(requires === '' ? [] : [`    requires = "${requires}"`]),
    '    def package(self):',
    '        self.copy("*.h", dst="include")',
    '',
  ].join('\n')

/** Builds two packages, uploads them to a project, finds, installs and removes them, there and by the instance. */
export const conan: ForeignProgram = {
  name: 'conan',
  registry: 'PyPI',
  tried:
    '`user` with a deploy token, `create` and `upload` of a package and its dependency, `search`, `install` from project and instance with an empty cache, `remove`',
  use: async (place) => {
    const owner = `${place.path.replace('/', '+')}/stable`
    const scopes = ['read_package_registry', 'write_package_registry']
    const deploy = await place.api<{ username: string; token: string }>('POST', `/projects/${place.id}/deploy_tokens`, {
      name: 'machine',
      scopes,
    })
    const run = (cache: string, ...args: ReadonlyArray<string>): Promise<string> =>
      execute(place, place.clone, 'python3', ['-m', 'conans.conan', ...args], {
        PYTHONPATH: place.pythonPath,
        CONAN_USER_HOME: join(place.folder, cache),
        CONAN_NON_INTERACTIVE: '1',
      })
    const remote = async (cache: string, base: string, username: string, token: string): Promise<void> => {
      await run(cache, 'remote', 'clean')
      await run(cache, 'remote', 'add', 'forge', `${place.url}/api/v4${base}/packages/conan`, 'False')
      await run(cache, 'user', `--password=${token}`, '-r', 'forge', username)
    }
    await remote('maker', `/projects/${place.id}`, deploy.username, deploy.token)
    place.write('LICENSE', 'MIT')
    for (const [name, requires] of [
      ['tried-base', ''],
      ['tried-tool', `tried-base/1.0@${owner}`],
    ] as const) {
      place.write(`${name}/conanfile.py`, recipe(name, requires))
      place.write(`${name}/LICENSE`, 'MIT')
      place.write(`${name}/${name}.h`, `#define NAME "${name}"\n`)
      await run('maker', 'create', name, owner)
      await run('maker', 'upload', `${name}/1.0@${owner}`, '--all', '-r', 'forge', '--retry', '0')
    }
    const again = await run('maker', 'upload', `tried-base/1.0@${owner}`, '--all', '-r', 'forge', '--retry', '0')
    assert.match(again, /Package is up to date/)
    for (const [cache, base] of [
      ['of-project', `/projects/${place.id}`],
      ['of-instance', ''],
    ] as const) {
      await remote(cache, base, 'root', place.token)
      const found = await run(cache, 'search', 'tried-*', '-r', 'forge', '--raw')
      assert.deepEqual(found.trim().split('\n'), [`tried-base/1.0@${owner}`, `tried-tool/1.0@${owner}`])
      const installed = await run(cache, 'install', `tried-tool/1.0@${owner}`, '-r', 'forge')
      for (const name of ['tried-base', 'tried-tool'])
        assert.match(installed, new RegExp(`${name}/1.0@.*Downloaded package`))
      const sources = join(place.folder, cache, '.conan', 'data', 'tried-tool', '1.0', ...owner.split('/'), 'export')
      await execute(place, sources, 'test', ['-e', 'LICENSE'])
    }
    await run('of-instance', 'remove', `tried-tool/1.0@${owner}`, '-r', 'forge', '-f')
    const left = await run('of-project', 'search', 'tried-*', '-r', 'forge', '--raw')
    assert.deepEqual(left.trim().split('\n'), [`tried-base/1.0@${owner}`])
  },
}
