import type { Place } from '../place.js'
import type { Making, Requests } from './sent.js'

const bytes = Buffer.from('bytes')
const CONAN_RECIPE = ':package_name/:package_version/:package_username/:package_channel'
const CONAN_BUILD = '5ab84d6acfe1f23c4fae0ab88f26e3a396351ac9'

const conanIn = ({ path }: Place, package_name = 'kit') => ({
  package_name,
  package_version: '1.0',
  package_username: path.replaceAll('/', '+'),
  package_channel: 'stable',
  recipe_revision: 0,
  conan_package_reference: CONAN_BUILD,
  package_revision: 0,
})

const CONAN_FILES = [
  ['export', 'conanfile.py'],
  [`package/${CONAN_BUILD}/0`, 'conaninfo.txt'],
] as const

/** A recipe with a file of its own and one of a build. */
const publishedConan = async (place: Place, name = 'kit') => {
  const at = conanIn(place, name)
  const as = place.people.get('administrator')?.token
  const recipe = `${place.project}/packages/conan/v1/files/${name}/1.0/${at.package_username}/stable/0`
  for (const [folder, file] of CONAN_FILES) await place.asking.ask('PUT', `${recipe}/${folder}/${file}`, { as, bytes })
  return at
}

/** How Conan is asked in a project, or in the instance. */
const conanAt = (base: string): Requests => {
  const of = `${base}/conan/v1`
  const recipe = `${of}/conans/${CONAN_RECIPE}`
  const told: Making = async (place) => ({ at: await publishedConan(place) })
  const wanted: Making = (place) => ({ at: conanIn(place), json: { 'conanmanifest.txt': 1 } })
  const files = [
    [`${of}/files/${CONAN_RECIPE}/:recipe_revision/export/:file_name`, 'conanfile.py'],
    [
      `${of}/files/${CONAN_RECIPE}/:recipe_revision/package/:conan_package_reference/:package_revision/:file_name`,
      'conaninfo.txt',
    ],
  ] as const
  const parts = [recipe, `${recipe}/packages/:conan_package_reference`]
  return {
    [`GET ${of}/conans/search`]: () => ({ query: 'q=kit' }),
    ...Object.fromEntries(
      parts.flatMap((part) => ['', '/digest', '/download_urls'].map((name) => [`GET ${part}${name}`, told])),
    ),
    ...Object.fromEntries(parts.map((part) => [`POST ${part}/upload_urls`, wanted])),
    [`DELETE ${recipe}`]: async (place) => ({ at: await publishedConan(place, `spare-${place.next()}`) }),
    ...Object.fromEntries(
      files.flatMap(([path, file_name]) => {
        const fetched: Making = async (place) => ({ at: { ...(await publishedConan(place)), file_name } })
        const sent: Making = (place) => ({ at: { ...conanIn(place), file_name }, bytes })
        return [
          [`GET ${path}`, fetched],
          [`PUT ${path}`, sent],
          [`PUT ${path}/authorize`, sent],
        ]
      }),
    ),
  }
}

/** How the registry of Conan is asked. */
export const conanRequests: Requests = { ...conanAt('/projects/:id/packages'), ...conanAt('/packages') }
