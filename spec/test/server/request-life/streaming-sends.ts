import {
  chartForm,
  FORM,
  formWith,
  npmDocument,
  nugetForm,
  PACKED,
  packet,
  pushBody,
  pypiForm,
} from './streaming-bodies.js'
import {
  BASIC,
  BYTES,
  conanFiles,
  MAVEN,
  MODULE_FILE,
  NPM,
  PLAIN,
  SHA256,
  type StreamingRoute,
  sending,
} from './streaming-request.js'
import { LARGE, PROJECT, type StreamingWorld } from './streaming-world.js'

/** What projects take. */
export const sends = ({ project, job }: StreamingWorld): ReadonlyArray<StreamingRoute> => {
  const at = `/api/v4/projects/${project.id}`
  const wants = `${packet(`want ${project.tip} side-band-64k ofs-delta\n`)}0000${packet('done\n')}`
  return [
    sending(
      'POST',
      '/*project.git/git-upload-pack',
      `/root/${PROJECT}.git/git-upload-pack`,
      'application/x-git-upload-pack-request',
      Buffer.from(wants),
      BASIC,
    ),
    sending(
      'POST',
      '/*project.git/git-receive-pack',
      `/root/${PROJECT}.git/git-receive-pack`,
      'application/x-git-receive-pack-request',
      pushBody(),
      BASIC,
    ),
    sending('POST', '/projects/:id/uploads', `${at}/uploads`, FORM, formWith('file', 'a.bin', PACKED)),
    sending(
      'PUT',
      '/*project.git/gitlab-lfs/*thing',
      `/root/${PROJECT}.git/gitlab-lfs/objects/${SHA256}/${PACKED.length}`,
      BYTES,
      PACKED,
      BASIC,
    ),
    sending(
      'POST',
      '/projects/:id/terraform/state/:name',
      `${at}/terraform/state/life`,
      'application/json',
      Buffer.from(JSON.stringify({ serial: 1, padding: 'x'.repeat(200_000) })),
    ),
    sending(
      'POST',
      '/projects/:id/packages/helm/api/:channel/charts',
      `${at}/packages/helm/api/stable/charts`,
      FORM,
      chartForm('2.0.0'),
    ),
    ...conanFiles(project.id).flatMap(([route, path]) => [
      sending('PUT', route, path, BYTES, PACKED),
      sending('PUT', `${route}/authorize`, `${path}/authorize`, BYTES, PACKED),
    ]),
    sending('PUT', MODULE_FILE, `${at}/packages/terraform/modules/net/aws/2.0.0/file`, BYTES, PACKED),
    sending('PUT', '/projects/:id/packages/nuget', `${at}/packages/nuget`, FORM, nugetForm('2.0.0')),
    sending(
      'PUT',
      '/projects/:id/packages/nuget/symbolpackage',
      `${at}/packages/nuget/symbolpackage`,
      FORM,
      nugetForm('1.0.0', 'SymbolsPackage'),
    ),
    sending('POST', '/projects/:id/packages/pypi', `${at}/packages/pypi`, FORM, pypiForm()),
    sending('PUT', NPM, `${at}/packages/npm/crate`, 'application/json', npmDocument('2.0.0')),
    sending('PUT', `${NPM}/-rev/:rev`, `${at}/packages/npm/crate/-rev/1`, 'application/json', npmDocument('1.0.0')),
    sending('DELETE', `${NPM}/-rev/:rev`, `${at}/packages/npm/nothing/-rev/1`, 'application/json', Buffer.from('{}')),
    sending(
      'DELETE',
      `${NPM}/-/:file_name/-rev/:rev`,
      `${at}/packages/npm/nothing/-/a.tgz/-rev/1`,
      'application/json',
      Buffer.from('{}'),
    ),
    sending(
      'PUT',
      '/projects/:id/packages/npm/-/package/*package_name/dist-tags/:tag',
      `${at}/packages/npm/-/package/crate/dist-tags/next`,
      'application/json',
      Buffer.from('"1.0.0"'),
    ),
    sending(
      'DELETE',
      '/projects/:id/packages/npm/-/package/*package_name/dist-tags/:tag',
      `${at}/packages/npm/-/package/crate/dist-tags/next`,
      'application/json',
      Buffer.from('{}'),
    ),
    sending(
      'POST',
      '/jobs/:id/artifacts',
      `/api/v4/jobs/${job.id}/artifacts?artifact_type=junit&artifact_format=gzip`,
      FORM,
      formWith('file', 'a.gz', PACKED),
      { 'JOB-TOKEN': job.token },
    ),
    sending('PATCH', '/jobs/:id/trace', `/api/v4/jobs/${job.id}/trace`, BYTES, PACKED, {
      'JOB-TOKEN': job.token,
      'Content-Range': `${LARGE}-${LARGE + PACKED.length - 1}`,
    }),
    sending('PUT', MAVEN, `${at}/packages/maven/org/acme/tool/2.0/tool-2.0.jar`, BYTES, PACKED),
    sending('PUT', PLAIN, `${at}/packages/generic/plain/2.0/file.bin`, BYTES, PACKED),
  ]
}
