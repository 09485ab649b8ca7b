import { afterAll, afterEach } from 'vitest'
import { refuseErrors } from './no-errors.ts'

afterEach(refuseErrors)
// Runs after those of the file, which close its programs.
afterAll(refuseErrors)
