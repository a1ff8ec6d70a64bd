import { readdirSync, readFileSync } from 'node:fs'
import { type AccessPage, type CredentialRow, readAccessPage, readCredentials } from './page.js'

const FOLDER = 'docs/reference/access'
const ABOUT_CREDENTIALS = 'README.md'

/** Every page of the matrix, from the folder of the project. */
export const accessPages = (): ReadonlyArray<AccessPage> =>
  readdirSync(FOLDER)
    .filter((file) => file !== ABOUT_CREDENTIALS)
    .map((file) => readAccessPage(file.replace('.md', ''), readFileSync(`${FOLDER}/${file}`, 'utf8')))

/** What credentials reach. */
export const credentialTable = (): ReadonlyArray<CredentialRow> =>
  readCredentials(readFileSync(`${FOLDER}/${ABOUT_CREDENTIALS}`, 'utf8'))
