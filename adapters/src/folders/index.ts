/** Folders: made where they are missing, or refused with an error that names them. */
export * from './make-folder.js'
