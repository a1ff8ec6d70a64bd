/** Package registries of every format, the container registry and the dependency proxy. */
export const PACKAGES = `
GET /projects/:id/packages
GET DELETE /projects/:id/packages/:package_id
GET /projects/:id/packages/:package_id/package_files
DELETE /projects/:id/packages/:package_id/package_files/:package_file_id
GET /groups/:id/-/packages/composer/packages
GET /groups/:id/-/packages/composer/p/:sha
GET /groups/:id/-/packages/composer/p2/*package_name
GET /groups/:id/-/packages/composer/*package_name
POST /projects/:id/packages/composer
GET /projects/:id/packages/composer/archives/*package_name
GET /packages/conan/v1/ping
GET /packages/conan/v1/conans/search
GET /packages/conan/v1/users/authenticate
GET /packages/conan/v1/users/check_credentials
GET DELETE /packages/conan/v1/conans/:package_name/:package_version/:package_username/:package_channel
GET /packages/conan/v1/conans/:package_name/:package_version/:package_username/:package_channel/digest
GET /packages/conan/v1/conans/:package_name/:package_version/:package_username/:package_channel/download_urls
POST /packages/conan/v1/conans/:package_name/:package_version/:package_username/:package_channel/upload_urls
GET /packages/conan/v1/conans/:package_name/:package_version/:package_username/:package_channel/packages/:conan_package_reference
GET /packages/conan/v1/conans/:package_name/:package_version/:package_username/:package_channel/packages/:conan_package_reference/digest
GET /packages/conan/v1/conans/:package_name/:package_version/:package_username/:package_channel/packages/:conan_package_reference/download_urls
POST /packages/conan/v1/conans/:package_name/:package_version/:package_username/:package_channel/packages/:conan_package_reference/upload_urls
GET PUT /packages/conan/v1/files/:package_name/:package_version/:package_username/:package_channel/:recipe_revision/export/:file_name
GET PUT /packages/conan/v1/files/:package_name/:package_version/:package_username/:package_channel/:recipe_revision/package/:conan_package_reference/:package_revision/:file_name
GET /projects/:id/packages/conan/v1/ping
GET /projects/:id/packages/conan/v1/conans/search
GET /projects/:id/packages/conan/v1/users/authenticate
GET /projects/:id/packages/conan/v1/users/check_credentials
GET DELETE /projects/:id/packages/conan/v1/conans/:package_name/:package_version/:package_username/:package_channel
GET /projects/:id/packages/conan/v1/conans/:package_name/:package_version/:package_username/:package_channel/digest
GET /projects/:id/packages/conan/v1/conans/:package_name/:package_version/:package_username/:package_channel/download_urls
POST /projects/:id/packages/conan/v1/conans/:package_name/:package_version/:package_username/:package_channel/upload_urls
GET /projects/:id/packages/conan/v1/conans/:package_name/:package_version/:package_username/:package_channel/packages/:conan_package_reference
GET /projects/:id/packages/conan/v1/conans/:package_name/:package_version/:package_username/:package_channel/packages/:conan_package_reference/digest
GET /projects/:id/packages/conan/v1/conans/:package_name/:package_version/:package_username/:package_channel/packages/:conan_package_reference/download_urls
POST /projects/:id/packages/conan/v1/conans/:package_name/:package_version/:package_username/:package_channel/packages/:conan_package_reference/upload_urls
GET PUT /projects/:id/packages/conan/v1/files/:package_name/:package_version/:package_username/:package_channel/:recipe_revision/export/:file_name
GET PUT /projects/:id/packages/conan/v1/files/:package_name/:package_version/:package_username/:package_channel/:recipe_revision/package/:conan_package_reference/:package_revision/:file_name
PUT /projects/:id/packages/debian/:file_name
GET /projects/:id/packages/debian/pool/:distribution/:letter/:package_name/:package_version/:file_name since 14.0
GET /projects/:id/packages/debian/dists/*distribution/InRelease since 14.0
GET /projects/:id/packages/debian/dists/*distribution/Release since 14.0
GET /projects/:id/packages/debian/dists/*distribution/Release.gpg since 14.0
GET /groups/:id/-/packages/debian/dists/*distribution/InRelease since 14.0
GET /groups/:id/-/packages/debian/dists/*distribution/Release since 14.0
GET /groups/:id/-/packages/debian/dists/*distribution/Release.gpg since 14.0
GET POST /projects/:id/debian_distributions since 14.0
GET PUT DELETE /projects/:id/debian_distributions/:codename since 14.0
GET POST /groups/:id/-/debian_distributions since 14.0
GET PUT DELETE /groups/:id/-/debian_distributions/:codename since 14.0
GET PUT /projects/:id/packages/generic/:package_name/:package_version/:file_name
GET /projects/:id/packages/go/:module_name/@v/list
GET /projects/:id/packages/go/:module_name/@v/:file_name
GET /projects/:id/packages/helm/:channel/index.yaml since 14.1
GET /projects/:id/packages/helm/:channel/charts/:file_name since 14.1
POST /projects/:id/packages/helm/api/:channel/charts since 14.1
PUT /projects/:id/packages/nuget
GET /projects/:id/packages/nuget/index
GET /projects/:id/packages/nuget/query
GET /projects/:id/packages/nuget/metadata/:package_name/index
GET /projects/:id/packages/nuget/metadata/:package_name/:package_version
GET /projects/:id/packages/nuget/download/:package_name/index
GET /projects/:id/packages/nuget/download/:package_name/:package_version/:package_filename
PUT /projects/:id/packages/nuget/symbolpackage since 14.1
DELETE /projects/:id/packages/nuget/:package_name/:package_version since 16.5
GET /groups/:id/-/packages/nuget/index
GET /groups/:id/-/packages/nuget/query
GET /groups/:id/-/packages/nuget/metadata/:package_name/index
GET /groups/:id/-/packages/nuget/metadata/:package_name/:package_version
POST /projects/:id/packages/pypi
GET /projects/:id/packages/pypi/files/:sha256/:file_identifier
GET /projects/:id/packages/pypi/simple since 15.1
GET /projects/:id/packages/pypi/simple/:package_name
GET /groups/:id/-/packages/pypi/files/:sha256/:file_identifier
GET /groups/:id/-/packages/pypi/simple since 15.1
GET /groups/:id/-/packages/pypi/simple/:package_name
GET /groups/:id/-/packages/maven/*path
GET /packages/maven/*path
GET PUT /projects/:id/packages/maven/*path
GET /packages/npm/*package_name
GET /packages/npm/-/package/*package_name/dist-tags
PUT DELETE /packages/npm/-/package/*package_name/dist-tags/:tag
GET PUT /projects/:id/packages/npm/:package_name
GET /projects/:id/packages/npm/-/package/*package_name/dist-tags
PUT DELETE /projects/:id/packages/npm/-/package/*package_name/dist-tags/:tag
POST /projects/:id/packages/npm/-/npm/v1/security/audits/quick since 15.6
POST /projects/:id/packages/npm/-/npm/v1/security/advisories/bulk since 15.6
POST /projects/:id/packages/rubygems/api/v1/gems
GET /projects/:id/packages/rubygems/api/v1/dependencies
GET /projects/:id/packages/rubygems/gems/:file_name
GET PUT /projects/:id/packages/terraform/modules/:module_name/:module_system/:module_version/file since 14.0
GET /packages/terraform/modules/v1/:module_namespace/:module_name/:module_system/versions since 14.0
GET /packages/terraform/modules/v1/:module_namespace/:module_name/:module_system/:module_version since 15.0
GET /packages/terraform/modules/v1/:module_namespace/:module_name/:module_system/:module_version/download since 14.0
GET /packages/terraform/modules/v1/:module_namespace/:module_name/:module_system/:module_version/file since 14.0
GET /projects/:id/registry/repositories
DELETE /projects/:id/registry/repositories/:repository_id
GET DELETE /projects/:id/registry/repositories/:repository_id/tags
GET DELETE /projects/:id/registry/repositories/:repository_id/tags/:tag_name
GET /registry/repositories/:id
`
