import { createHash } from 'node:crypto'
import type { Client } from './client.js'
import type { People } from './identity.js'
import type { Places } from './projects.js'

const npmDocument = (name: string, version: string): object => {
  const data = Buffer.from(`${name} ${version}`)
  const file = `${name.slice(name.indexOf('/') + 1)}-${version}.tgz`
  const shasum = createHash('sha1').update(data).digest('hex')
  const integrity = `sha512-${createHash('sha512').update(data).digest('base64')}`
  return {
    _id: name,
    name,
    'dist-tags': { latest: version },
    versions: { [version]: { name, version, description: 'demo', dist: { shasum, integrity, tarball: 'x' } } },
    _attachments: {
      [file]: { content_type: 'application/octet-stream', data: data.toString('base64'), length: data.length },
    },
  }
}

/** Packages of every kind: published, tagged, added to, replaced, deleted; one by a job. */
export const publish = async (
  { must }: Client,
  { ann }: People,
  { projectId }: Places,
  jobToken: string,
): Promise<void> => {
  const at = `/projects/${projectId}/packages`
  const asked = { as: ann.token }
  for (const [version, file] of [
    ['1.0.0', 'kit.bin'],
    ['1.0.0', 'kit.txt'],
    ['1.1.0', 'kit.bin'],
    ['2.0.0', 'kit.bin'],
  ] as const)
    await must('PUT', `${at}/generic/kit/${version}/${file}`, { ...asked, body: `kit ${version} ${file}` })
  const job = { as: '', headers: { 'job-token': jobToken } }
  await must('PUT', `${at}/generic/kit/1.0.0/by-job.bin`, { ...job, body: 'by a job' })
  for (const version of ['1.0.0', '1.1.0'])
    await must('PUT', `${at}/npm/@top%2fwidget`, { ...asked, json: npmDocument('@top/widget', version) })
  const tags = `${at}/npm/-/package/@top%2fwidget/dist-tags`
  for (const tag of ['beta', 'passing']) await must('PUT', `${tags}/${tag}`, { ...asked, json: '1.0.0' })
  await must('DELETE', `${tags}/passing`, asked)
  for (const version of ['0.1', '0.2']) {
    const form = new FormData()
    const bytes = `wheel ${version}`
    const fields = {
      ':action': 'file_upload',
      name: 'tool',
      version,
      requires_python: '>=3.8',
      summary: 'A tool',
      sha256_digest: createHash('sha256').update(bytes).digest('hex'),
    }
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('content', new Blob([bytes]), `tool-${version}.tar.gz`)
    await must('POST', `${at}/pypi`, { ...asked, body: form })
  }
  for (const file of ['lib-1.0.jar', 'lib-1.0.pom'])
    await must('PUT', `${at}/maven/com/example/lib/1.0/${file}`, { ...asked, body: `maven ${file}` })
  const ids = (await must('GET', `${at}?package_name=kit&order_by=version&sort=asc`, asked)).rows.map(({ id }) => id)
  const [file] = (await must('GET', `${at}/${ids[0]}/package_files`, asked)).rows
  await must('DELETE', `${at}/${ids[0]}/package_files/${file?.id}`, asked)
  await must('DELETE', `${at}/${ids[1]}`, asked)
}
