import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newRootToken, startServer } from '../../tour/index.js'
import { execute } from '../bench.js'
import type { ForeignProgram } from '../program.js'

const LOOK_BACK = `
import sys
import gitlab

url, token = sys.argv[1:]
client = gitlab.Gitlab(url, private_token=token)
project = client.projects.get("root/app")
print(project.name, *[issue.title for issue in project.issues.list(get_all=True)], sep=",")
project.name = "changed"
try:
    project.save()
except gitlab.GitlabError as refused:
    print(refused.response_code)
`

/** Reads a project and its issues as they were, from an instance that is served as of then. */
export const pythonGitlab: ForeignProgram = {
  name: 'python-gitlab',
  registry: 'PyPI',
  tried: 'a project and its issues read as they were, from `forgefold serve --as-of`, and a change refused',
  use: async (place) => {
    const kept = { data: join(place.folder, 'history'), token: newRootToken() }
    mkdirSync(kept.data)
    const today = await startServer([], kept)
    const ask = async (method: string, path: string, json?: unknown): Promise<string> => {
      const response = await fetch(`${today.url}/api/v4/projects${path}`, {
        method,
        headers: { 'PRIVATE-TOKEN': kept.token, 'content-type': 'application/json' },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      })
      assert.ok(response.ok, `${method} ${path}: ${response.status}`)
      return response.headers.get('forgefold-position') ?? ''
    }
    let then = ''
    try {
      await ask('POST', '', { name: 'old', path: 'app' })
      await ask('POST', '/root%2Fapp/issues', { title: 'first' })
      then = await ask('GET', '/root%2Fapp')
      await ask('PUT', '/root%2Fapp', { name: 'new' })
      await ask('POST', '/root%2Fapp/issues', { title: 'second' })
    } finally {
      await today.stop()
    }
    const past = await startServer(['--as-of', then], kept)
    try {
      const script = join(place.folder, 'look_back.py')
      writeFileSync(script, LOOK_BACK)
      const env = { PYTHONPATH: place.pythonPath }
      const said = await execute(place, place.folder, 'python3', [script, past.url, kept.token], env)
      assert.equal(said, 'old,first\n405\n')
    } finally {
      await past.stop()
    }
  },
}
