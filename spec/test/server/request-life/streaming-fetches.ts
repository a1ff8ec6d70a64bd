import { archiveRequests } from './streaming-archives.js'
import { groupRequests } from './streaming-group-routes.js'
import {
  BASIC,
  conanFiles,
  fetching,
  MAVEN,
  MODULE_FILE,
  NPM,
  PLAIN,
  SHA256,
  type StreamingRoute,
} from './streaming-request.js'
import { PROJECT, type StreamingWorld } from './streaming-world.js'

/** What projects give. */
export const fetches = (world: StreamingWorld): ReadonlyArray<StreamingRoute> => {
  const { project, smallId, groupId, upload, job, archivedJob } = world
  const at = `/api/v4/projects/${project.id}`
  const { quick, slow } = archiveRequests(at, smallId)
  return [
    ...quick,
    fetching('/projects/:id/snapshot', `${at}/snapshot`),
    fetching('/projects/:id/repository/blobs/:sha/raw', `${at}/repository/blobs/${project.blob}/raw`),
    fetching(
      '/projects/:id/repository/files/:file_path/raw',
      `${at}/repository/files/large.bin/raw?ref=${project.branch}`,
    ),
    fetching('/projects/:id/jobs/:job_id/artifacts', `${at}/jobs/${archivedJob.id}/artifacts`),
    fetching('/projects/:id/jobs/:job_id/artifacts/*artifact_path', `${at}/jobs/${archivedJob.id}/artifacts/large.bin`),
    fetching(
      '/projects/:id/jobs/artifacts/:ref_name/download',
      `${at}/jobs/artifacts/${project.branch}/download?job=build`,
    ),
    fetching(
      '/projects/:id/jobs/artifacts/:ref_name/raw/*artifact_path',
      `${at}/jobs/artifacts/${project.branch}/raw/large.bin?job=build`,
    ),
    fetching('/jobs/:id/artifacts', `/api/v4/jobs/${job.id}/artifacts`, { 'JOB-TOKEN': job.token }),
    fetching('/projects/:id/jobs/:job_id/trace', `${at}/jobs/${job.id}/trace`),
    ...slow,
    fetching('/groups/:id/avatar', `/api/v4/groups/${groupId}/avatar`),
    fetching('/uploads/-/system/:kind/avatar/:id/:name', `/uploads/-/system/group/avatar/${groupId}/a.png`),
    fetching('/*project/uploads/:secret/:name', upload),
    fetching('/*project/-/raw/*path', `/root/${PROJECT}/-/raw/${project.branch}/large.bin`),
    fetching('/*project/-/archive/*path', `/root/${PROJECT}/-/archive/${project.branch}.tar`),
    fetching('/*project.git/info/refs', `/root/${PROJECT}.git/info/refs?service=git-upload-pack`, BASIC),
    fetching('/projects/:id/packages/pypi/simple', `${at}/packages/pypi/simple`),
    fetching('/projects/:id/packages/pypi/simple/:package_name', `${at}/packages/pypi/simple/snake`),
    fetching(
      '/projects/:id/packages/pypi/files/:sha256/:file_name',
      `${at}/packages/pypi/files/${SHA256}/snake-1.0.tar.gz`,
    ),
    fetching('/projects/:id/packages/helm/:channel/index.yaml', `${at}/packages/helm/stable/index.yaml`),
    fetching(
      '/projects/:id/packages/helm/:channel/charts/:file_name',
      `${at}/packages/helm/stable/charts/web-1.0.0.tgz`,
    ),
    fetching(
      '/projects/:id/packages/nuget/download/:package_name/:package_version/:package_filename',
      `${at}/packages/nuget/download/tool/1.0.0/tool.1.0.0.nupkg`,
    ),
    ...conanFiles(project.id).map(([route, path]) => fetching(route, path)),
    ...['authenticate', 'check_credentials'].flatMap((name) => [
      fetching(`/projects/:id/packages/conan/v1/users/${name}`, `${at}/packages/conan/v1/users/${name}`),
      fetching(`/packages/conan/v1/users/${name}`, `/api/v4/packages/conan/v1/users/${name}`),
    ]),
    fetching(MODULE_FILE, `${at}/packages/terraform/modules/net/aws/1.0.0/file`),
    fetching(
      '/packages/terraform/modules/v1/:module_namespace/:module_name/:module_system/:module_version/file',
      '/api/v4/packages/terraform/modules/v1/root/net/aws/1.0.0/file',
    ),
    fetching(`${NPM}/-/:file_name`, `${at}/packages/npm/crate/-/crate-1.0.0.tgz`),
    fetching(MAVEN, `${at}/packages/maven/org/acme/tool/1.0/tool-1.0.jar`),
    fetching(PLAIN, `${at}/packages/generic/plain/1.0/large.bin`),
    ...groupRequests(world),
  ]
}
