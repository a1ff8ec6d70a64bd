import assert from 'node:assert/strict'
import type { ForeignProgram } from '../program.js'

/** Looks at a merge request and says what it thinks of it. */
export const danger: ForeignProgram = {
  name: 'danger',
  registry: 'npm',
  tried: '`danger ci` on a merge request: its diff and metadata read, a note written, and changed in the second run',
  use: async (place) => {
    const base = await place.api<{ id: string }>('GET', `/projects/${place.id}/repository/commits/main`)
    await place.git('checkout', '-q', '-b', 'topic')
    place.write('topic.txt', 'a line\n')
    await place.git('add', '-A')
    await place.git('commit', '-q', '-m', 'Topic')
    await place.git('push', '-q', 'origin', 'topic')
    const wanted = { source_branch: 'topic', target_branch: 'main', title: 'Topic' }
    const request = await place.api<{ iid: number; sha: string }>(
      'POST',
      `/projects/${place.id}/merge_requests`,
      wanted,
    )
    place.write(
      'dangerfile.js',
      "const { danger, message } = require('danger')\nmessage(`${danger.gitlab.mr.title}: ${danger.git.created_files.join()}, ${process.env.TRY}`)\n",
    )
    const env = {
      GITLAB_CI: '1',
      CI: '1',
      CI_SERVER_URL: place.url,
      CI_API_V4_URL: `${place.url}/api/v4`,
      CI_PROJECT_PATH: place.path,
      CI_MERGE_REQUEST_PROJECT_PATH: place.path,
      CI_MERGE_REQUEST_IID: String(request.iid),
      CI_MERGE_REQUEST_ID: String(request.iid),
      CI_COMMIT_SHA: request.sha,
      CI_MERGE_REQUEST_DIFF_BASE_SHA: base.id,
      DANGER_GITLAB_API_TOKEN: place.token,
      DANGER_GITLAB_HOST: place.url,
      DANGER_GITLAB_API_BASE_URL: `${place.url}/api/v4`,
      NODE_PATH: place.packages,
    }
    const notes = async () =>
      (
        await place.api<ReadonlyArray<{ body: string; system: boolean }>>(
          'GET',
          `/projects/${place.id}/merge_requests/${request.iid}/notes`,
        )
      ).filter(({ system }) => !system)
    for (const [TRY, count] of [
      ['first', 1],
      ['second', 1],
    ] as const) {
      await place.tool('danger', ['ci', '--dangerfile', 'dangerfile.js', '--failOnErrors'], { ...env, TRY })
      const written = await notes()
      assert.equal(written.length, count)
      assert.match(written[0]?.body ?? '', new RegExp(`Topic: topic\\.txt, ${TRY}`))
    }
  },
}
