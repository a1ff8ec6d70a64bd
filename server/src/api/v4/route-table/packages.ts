/** The routes of each area of packages, as requests are matched against them. Drawn by `npm run reference`. */
export const PACKAGES = {
  'packages/packages': `
GET /projects/:id/packages
GET /groups/:id/packages
GET DELETE /projects/:id/packages/:package_id
GET /projects/:id/packages/:package_id/package_files
DELETE /projects/:id/packages/:package_id/package_files/:package_file_id`,
  'packages/registry': `
POST /projects/:id/packages/composer
GET /projects/:id/packages/composer/archives/*package_name
GET /group/:id/-/packages/composer/packages.json
GET /group/:id/-/packages/composer/packages
GET /group/:id/-/packages/composer/p2/*package_name
GET /groups/:id/-/packages/composer/packages.json
GET /groups/:id/-/packages/composer/packages
GET /groups/:id/-/packages/composer/p2/*package_name
GET /projects/:id/packages/conan/v1/ping
GET /projects/:id/packages/conan/v1/users/authenticate
GET /projects/:id/packages/conan/v1/users/check_credentials
GET /projects/:id/packages/conan/v1/conans/search
GET DELETE /projects/:id/packages/conan/v1/conans/:package_name/:package_version/:package_username/:package_channel
GET /projects/:id/packages/conan/v1/conans/:package_name/:package_version/:package_username/:package_channel/digest
GET /projects/:id/packages/conan/v1/conans/:package_name/:package_version/:package_username/:package_channel/download_urls
POST /projects/:id/packages/conan/v1/conans/:package_name/:package_version/:package_username/:package_channel/upload_urls
GET /projects/:id/packages/conan/v1/conans/:package_name/:package_version/:package_username/:package_channel/packages/:conan_package_reference
GET /projects/:id/packages/conan/v1/conans/:package_name/:package_version/:package_username/:package_channel/packages/:conan_package_reference/digest
GET /projects/:id/packages/conan/v1/conans/:package_name/:package_version/:package_username/:package_channel/packages/:conan_package_reference/download_urls
POST /projects/:id/packages/conan/v1/conans/:package_name/:package_version/:package_username/:package_channel/packages/:conan_package_reference/upload_urls
GET PUT /projects/:id/packages/conan/v1/files/:package_name/:package_version/:package_username/:package_channel/:recipe_revision/export/:file_name
PUT /projects/:id/packages/conan/v1/files/:package_name/:package_version/:package_username/:package_channel/:recipe_revision/export/:file_name/authorize
GET PUT /projects/:id/packages/conan/v1/files/:package_name/:package_version/:package_username/:package_channel/:recipe_revision/package/:conan_package_reference/:package_revision/:file_name
PUT /projects/:id/packages/conan/v1/files/:package_name/:package_version/:package_username/:package_channel/:recipe_revision/package/:conan_package_reference/:package_revision/:file_name/authorize
GET /packages/conan/v1/ping
GET /packages/conan/v1/users/authenticate
GET /packages/conan/v1/users/check_credentials
GET /packages/conan/v1/conans/search
GET DELETE /packages/conan/v1/conans/:package_name/:package_version/:package_username/:package_channel
GET /packages/conan/v1/conans/:package_name/:package_version/:package_username/:package_channel/digest
GET /packages/conan/v1/conans/:package_name/:package_version/:package_username/:package_channel/download_urls
POST /packages/conan/v1/conans/:package_name/:package_version/:package_username/:package_channel/upload_urls
GET /packages/conan/v1/conans/:package_name/:package_version/:package_username/:package_channel/packages/:conan_package_reference
GET /packages/conan/v1/conans/:package_name/:package_version/:package_username/:package_channel/packages/:conan_package_reference/digest
GET /packages/conan/v1/conans/:package_name/:package_version/:package_username/:package_channel/packages/:conan_package_reference/download_urls
POST /packages/conan/v1/conans/:package_name/:package_version/:package_username/:package_channel/packages/:conan_package_reference/upload_urls
GET PUT /packages/conan/v1/files/:package_name/:package_version/:package_username/:package_channel/:recipe_revision/export/:file_name
PUT /packages/conan/v1/files/:package_name/:package_version/:package_username/:package_channel/:recipe_revision/export/:file_name/authorize
GET PUT /packages/conan/v1/files/:package_name/:package_version/:package_username/:package_channel/:recipe_revision/package/:conan_package_reference/:package_revision/:file_name
PUT /packages/conan/v1/files/:package_name/:package_version/:package_username/:package_channel/:recipe_revision/package/:conan_package_reference/:package_revision/:file_name/authorize
GET /projects/:id/packages/go/*module_name/@v/list
GET /projects/:id/packages/go/*module_name/@v/:file_name
POST /projects/:id/packages/helm/api/:channel/charts since 14.1
GET /projects/:id/packages/helm/:channel/index.yaml since 14.1
GET /projects/:id/packages/helm/:channel/charts/:file_name
GET PUT /projects/:id/packages/maven/*path/:file_name
GET /groups/:id/-/packages/maven/*path/:file_name
GET /packages/maven/*path/:file_name
GET PUT /projects/:id/packages/npm/*package_name
GET /projects/:id/packages/npm/*package_name/-/:file_name
GET /groups/:id/-/packages/npm/*package_name
GET /groups/:id/-/packages/npm/*package_name/-/:file_name
GET /packages/npm/*package_name
GET /packages/npm/*package_name/-/:file_name
PUT DELETE /projects/:id/packages/npm/*package_name/-rev/:rev
DELETE /projects/:id/packages/npm/*package_name/-/:file_name/-rev/:rev
GET /projects/:id/packages/npm/-/package/*package_name/dist-tags
PUT DELETE /projects/:id/packages/npm/-/package/*package_name/dist-tags/:tag
GET /groups/:id/-/packages/npm/-/package/*package_name/dist-tags
PUT DELETE /groups/:id/-/packages/npm/-/package/*package_name/dist-tags/:tag
GET /packages/npm/-/package/*package_name/dist-tags
PUT DELETE /packages/npm/-/package/*package_name/dist-tags/:tag
POST /projects/:id/packages/npm/-/npm/v1/security/advisories/bulk since 15.6
POST /projects/:id/packages/npm/-/npm/v1/security/audits/quick since 15.6
PUT /projects/:id/packages/nuget
PUT /projects/:id/packages/nuget/symbolpackage since 14.1
GET /projects/:id/packages/nuget/index
GET /projects/:id/packages/nuget/index.json
GET /projects/:id/packages/nuget/query
GET /projects/:id/packages/nuget/metadata/:package_name/index
GET /projects/:id/packages/nuget/metadata/:package_name/index.json
GET /projects/:id/packages/nuget/metadata/:package_name/:package_version
GET /groups/:id/-/packages/nuget/index
GET /groups/:id/-/packages/nuget/index.json
GET /groups/:id/-/packages/nuget/query
GET /groups/:id/-/packages/nuget/metadata/:package_name/index
GET /groups/:id/-/packages/nuget/metadata/:package_name/index.json
GET /groups/:id/-/packages/nuget/metadata/:package_name/:package_version
GET /projects/:id/packages/nuget/download/:package_name/index
GET /projects/:id/packages/nuget/download/:package_name/index.json
GET /projects/:id/packages/nuget/download/:package_name/:package_version/:package_filename
PUT GET /projects/:id/packages/:package_type/:package_name/:package_version/:file_name wide /projects/:id/packages/generic/:package_name/:package_version/:file_name
POST /projects/:id/packages/pypi
GET /projects/:id/packages/pypi/simple
GET /projects/:id/packages/pypi/simple/:package_name
GET /projects/:id/packages/pypi/files/:sha256/:file_name
GET /groups/:id/-/packages/pypi/simple
GET /groups/:id/-/packages/pypi/simple/:package_name
GET /groups/:id/-/packages/pypi/files/:sha256/:file_name
PUT GET /projects/:id/packages/terraform/modules/:module_name/:module_system/:module_version/file
GET /packages/terraform/modules/v1/:module_namespace/:module_name/:module_system/versions
GET /packages/terraform/modules/v1/:module_namespace/:module_name/:module_system/:module_version since 15.0
GET /packages/terraform/modules/v1/:module_namespace/:module_name/:module_system/:module_version/download
GET /packages/terraform/modules/v1/:module_namespace/:module_name/:module_system/:module_version/file`,
  'packages/terraform-states': `
GET POST DELETE /projects/:id/terraform/state/:name
POST DELETE /projects/:id/terraform/state/:name/lock
GET DELETE /projects/:id/terraform/state/:name/versions/:serial`,
}
