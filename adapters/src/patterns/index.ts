/** Regular expressions of users, evaluated in linear time with re2js. */
export * from './patterns.js'
