import { readdirSync, readFileSync } from 'node:fs'
import {
  type AccessPage,
  type AuditorRights,
  type CredentialRow,
  type PlaceRow,
  readAccessPage,
  readAuditorRights,
  readCredentials,
  readNonApiPlaces,
} from './page.js'

const FOLDER = 'docs/reference/access'
const ABOUT_CREDENTIALS = 'README.md'
/** Beside the API: another form of table. */
const NON_API_PAGE = 'pages.md'

/** Every page of the matrix, from the folder of the project. */
export const accessPages = (): ReadonlyArray<AccessPage> =>
  readdirSync(FOLDER)
    .filter((file) => file !== ABOUT_CREDENTIALS && file !== NON_API_PAGE)
    .map((file) => readAccessPage(file.replace('.md', ''), readFileSync(`${FOLDER}/${file}`, 'utf8')))

/** What is beside the API. */
export const nonApiPlaces = (): ReadonlyArray<PlaceRow> =>
  readNonApiPlaces(readFileSync(`${FOLDER}/${NON_API_PAGE}`, 'utf8'))

/** What credentials reach. */
export const credentialTable = (): ReadonlyArray<CredentialRow> =>
  readCredentials(readFileSync(`${FOLDER}/${ABOUT_CREDENTIALS}`, 'utf8'))

/** What is said of auditors. */
export const auditorRights = (): AuditorRights =>
  readAuditorRights(readFileSync(`${FOLDER}/${ABOUT_CREDENTIALS}`, 'utf8'))
