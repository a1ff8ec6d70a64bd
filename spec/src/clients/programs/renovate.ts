import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import type { ProjectClone } from '../bench.js'
import type { ForeignProgram } from '../program.js'

const DEPENDENCY = '@tools/dependency'

/** Publishes a version of the dependency, as npm would; what is in its file matters to nobody here. */
const publish = async ({ api, id }: ProjectClone, version: string): Promise<void> => {
  const file = `${DEPENDENCY}-${version}.tgz`
  await api('PUT', `/projects/${id}/packages/npm/${DEPENDENCY.replace('/', '%2f')}`, {
    name: DEPENDENCY,
    'dist-tags': { latest: version },
    versions: { [version]: { name: DEPENDENCY, version, dist: {} } },
    _attachments: { [file]: { data: gzipSync(version).toString('base64') } },
  })
}

interface Request {
  readonly title: string
  readonly source_branch: string
  readonly description: string
}

/** Updates a dependency that the registry of the project has a newer version of. */
export const renovate: ForeignProgram = {
  name: 'renovate',
  registry: 'npm',
  tried:
    'a dependency from the npm registry of the project updated: branch pushed, merge request and dashboard issue opened, neither twice in the second run',
  use: async (place) => {
    const { url, token, id, path } = place
    await publish(place, '1.0.0')
    await publish(place, '1.1.0')
    place.write('package.json', JSON.stringify({ name: 'app', dependencies: { [DEPENDENCY]: '1.0.0' } }))
    const registry = `${url}/api/v4/projects/${id}/packages/npm/`
    place.write('renovate.json', JSON.stringify({ dependencyDashboard: true, registryUrls: [registry] }))
    await place.commit('An application')
    const env = {
      RENOVATE_PLATFORM: 'gitlab',
      RENOVATE_ENDPOINT: `${url}/api/v4/`,
      RENOVATE_TOKEN: token,
      RENOVATE_REPOSITORIES: path,
      RENOVATE_ONBOARDING: 'false',
      RENOVATE_HOST_RULES: JSON.stringify([{ matchHost: url, token }]),
      RENOVATE_BASE_DIR: `${place.folder}/renovate-work`,
      LOG_LEVEL: 'warn',
    }
    for (const _run of ['first', 'second']) {
      await place.tool('renovate', [], env)
      const requests = await place.api<ReadonlyArray<Request>>('GET', `/projects/${id}/merge_requests?state=opened`)
      assert.deepEqual(
        requests.map(({ source_branch }) => source_branch),
        ['renovate/tools-dependency-1.x'],
      )
      assert.match(requests[0]?.description ?? '', /1\.0\.0.*1\.1\.0/)
      const file = `/projects/${id}/repository/files/package.json/raw?ref=renovate/tools-dependency-1.x`
      const updated = await place.api<{ dependencies: Record<string, string> }>('GET', file)
      assert.equal(updated.dependencies[DEPENDENCY], '1.1.0')
      const issues = await place.api<ReadonlyArray<{ title: string }>>('GET', `/projects/${id}/issues`)
      assert.deepEqual(
        issues.map(({ title }) => title),
        ['Dependency Dashboard'],
      )
    }
  },
}
