import assert from 'node:assert/strict'
import type { ForeignProgram } from '../program.js'

/** Raises the version of a workspace, tags, pushes, releases. */
export const lerna: ForeignProgram = {
  name: 'lerna',
  registry: 'npm',
  tried: '`version --create-release gitlab --conventional-commits`: commit and tag pushed, release with its changelog',
  use: async (place) => {
    place.write('package.json', JSON.stringify({ name: 'root', private: true, workspaces: ['packages/*'] }))
    place.write('lerna.json', JSON.stringify({ version: '1.0.0', packages: ['packages/*'], npmClient: 'npm' }))
    place.write('packages/one/package.json', JSON.stringify({ name: 'one', version: '1.0.0', private: true }))
    place.write('.gitignore', 'node_modules\n.nx\n')
    await place.commit('feat: everything')
    await place.git('branch', '-q', '--set-upstream-to=origin/main')
    const env = { GL_TOKEN: place.token, GL_API_URL: `${place.url}/api/v4`, CI: 'true', NX_DAEMON: 'false' }
    const flags = [
      '--yes',
      '--conventional-commits',
      '--create-release',
      'gitlab',
      '--no-changelog-lock',
      '--force-publish',
    ]
    await place.tool('lerna', ['version', ...flags.filter((flag) => flag !== '--no-changelog-lock')], env)
    const [release] = await place.api<ReadonlyArray<{ tag_name: string; description: string }>>(
      'GET',
      `/projects/${place.id}/releases`,
    )
    assert.equal(release?.tag_name, 'v1.1.0')
    assert.match(release?.description ?? '', /everything/)
  },
}
