import { fetching, SHA256, type StreamingRoute, sending } from './streaming-request.js'
import { GROUP, type StreamingWorld } from './streaming-world.js'

/** What groups and the instance give of the packages of their projects, and take. */
export const groupRequests = ({ groupId, grouped }: StreamingWorld): ReadonlyArray<StreamingRoute> => {
  const inGroup = `/api/v4/groups/${groupId}/-/packages`
  const keptAt = `/api/v4/projects/${grouped.id}/packages`
  return [
    fetching('/groups/:id/-/packages/maven/*path/:file_name', `${inGroup}/maven/org/acme/tool/1.0/tool-1.0.jar`),
    fetching('/packages/maven/*path/:file_name', `/api/v4/packages/maven/${GROUP}/kit/1.0/kit-1.0.jar`),
    ...['/groups/:id/-/packages', '/packages'].map((base) =>
      fetching(
        `${base}/npm/*package_name/-/:file_name`,
        `/api/v4${base.replace(':id', String(groupId))}/npm/@${GROUP}/crate/-/crate-1.0.0.tgz`,
      ),
    ),
    ...['list', 'v1.0.0.zip'].map((name) =>
      fetching(
        `/projects/:id/packages/go/*module_name/@v/${name === 'list' ? name : ':file_name'}`,
        `${keptAt}/go/${grouped.module}/@v/${name}`,
      ),
    ),
    fetching(
      '/projects/:id/packages/composer/archives/*package_name',
      `${keptAt}/composer/archives/acme/kit.zip?sha=${grouped.commit}`,
    ),
    fetching('/groups/:id/-/packages/pypi/simple', `${inGroup}/pypi/simple`),
    fetching('/groups/:id/-/packages/pypi/simple/:package_name', `${inGroup}/pypi/simple/snake`),
    fetching(
      '/groups/:id/-/packages/pypi/files/:sha256/:file_name',
      `${inGroup}/pypi/files/${SHA256}/snake-1.0.tar.gz`,
    ),
    ...['PUT', 'DELETE'].flatMap((method) =>
      ['/groups/:id/-/packages', '/packages'].map((base) =>
        sending(
          method,
          `${base}/npm/-/package/*package_name/dist-tags/:tag`,
          `/api/v4${base.replace(':id', String(groupId))}/npm/-/package/@${GROUP}/crate/dist-tags/next`,
          'application/json',
          Buffer.from('"1.0.0"'),
        ),
      ),
    ),
  ]
}
