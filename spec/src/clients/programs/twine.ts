import assert from 'node:assert/strict'
import { execute } from '../bench.js'
import type { ForeignProgram } from '../program.js'

/** Makes a wheel by hand: a zip with the module and its metadata (PEP 427). */
const MAKE_WHEEL = `
import zipfile
info = 'tried_kit-1.0.dist-info'
files = {
    'tried_kit.py': 'SAID = "tried"\\n',
    f'{info}/METADATA': 'Metadata-Version: 2.1\\nName: tried-kit\\nVersion: 1.0\\n',
    f'{info}/WHEEL': 'Wheel-Version: 1.0\\nGenerator: tried\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n',
}
record = ''.join(f'{path},,\\n' for path in [*files, f'{info}/RECORD'])
with zipfile.ZipFile('tried_kit-1.0-py3-none-any.whl', 'w') as wheel:
    for path, text in {**files, f'{info}/RECORD': record}.items():
        wheel.writestr(path, text)
`

/** Uploads a wheel to a project, and lets pip install it from project and group. */
export const twine: ForeignProgram = {
  name: 'twine',
  registry: 'Debian',
  tried: '`upload` of a wheel with a deploy token, refused the second time; `pip install` of it from project and group',
  use: async (place) => {
    const python = (...args: ReadonlyArray<string>): Promise<string> =>
      execute(place, place.clone, 'python3', args, { PIP_DISABLE_PIP_VERSION_CHECK: '1', PIP_NO_INPUT: '1' })
    await python('-c', MAKE_WHEEL)
    const scopes = ['read_package_registry', 'write_package_registry']
    const sent = { name: 'machine', scopes }
    const { username, token } = await place.api<{ username: string; token: string }>(
      'POST',
      `/projects/${place.id}/deploy_tokens`,
      sent,
    )
    const registry = `${place.url}/api/v4/projects/${place.id}/packages/pypi`
    const credentials = ['-u', username, `--password=${token}`]
    const upload = (): Promise<string> =>
      execute(place, place.clone, 'twine', [
        'upload',
        '--non-interactive',
        '--disable-progress-bar',
        '--repository-url',
        registry,
        ...credentials,
        'tried_kit-1.0-py3-none-any.whl',
      ])
    await upload()
    await assert.rejects(upload(), /400 Bad Request/)
    const { host } = new URL(place.url)
    for (const [folder, base] of [
      ['of-project', `projects/${place.id}`],
      ['of-group', 'groups/tools/-'],
    ] as const) {
      const index = `http://root:${place.token}@${host}/api/v4/${base}/packages/pypi/simple`
      await python(
        '-m',
        'pip',
        'install',
        '-q',
        '--no-cache-dir',
        '--target',
        folder,
        '--index-url',
        index,
        'tried-kit',
      )
      const code = `import sys; sys.path.insert(0, ${JSON.stringify(folder)}); import tried_kit; print(tried_kit.SAID)`
      assert.equal((await python('-c', code)).trim(), 'tried')
    }
  },
}
