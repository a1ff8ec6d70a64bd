import assert from 'node:assert/strict'
import type { ForeignProgram } from '../program.js'

/** Raises the versions of a workspace and publishes them. */
export const changesets: ForeignProgram = {
  name: '@changesets/cli',
  registry: 'npm',
  tried: '`version` and `publish` of a workspace: the package in the registry of the project, its tag pushed',
  use: async (place) => {
    const registry = `${place.url}/api/v4/projects/${place.id}/packages/npm/`
    place.write('package.json', JSON.stringify({ name: 'root', private: true, workspaces: ['packages/*'] }))
    place.write(
      'packages/one/package.json',
      JSON.stringify({ name: '@tools/changes', version: '1.0.0', publishConfig: { registry, access: 'restricted' } }),
    )
    place.write('package-lock.json', JSON.stringify({ name: 'root', lockfileVersion: 3, packages: {} }))
    place.write('.npmrc', `@tools:registry=${registry}\n${registry.replace(/^http:/, '')}:_authToken=${place.token}\n`)
    place.write('.gitignore', '.npmrc\n')
    place.write(
      '.changeset/config.json',
      JSON.stringify({
        changelog: false,
        commit: false,
        access: 'restricted',
        baseBranch: 'main',
        fixed: [],
        linked: [],
      }),
    )
    place.write('.changeset/good-day.md', '---\n"@tools/changes": minor\n---\n\nA better one.\n')
    await place.commit('A change')
    await place.tool('changeset', ['version'])
    await place.commit('Versions')
    await place.tool('changeset', ['publish'], { npm_config_userconfig: `${place.clone}/.npmrc` })
    await place.git('push', '-q', '--follow-tags', 'origin', 'HEAD:main')
    const [found] = await place.api<ReadonlyArray<{ name: string; version: string }>>(
      'GET',
      `/projects/${place.id}/packages`,
    )
    assert.deepEqual([found?.name, found?.version], ['@tools/changes', '1.1.0'])
    const [tag] = await place.api<ReadonlyArray<{ name: string }>>('GET', `/projects/${place.id}/repository/tags`)
    assert.equal(tag?.name, '@tools/changes@1.1.0')
  },
}
