import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, open, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system of its own, which can be full, and whose power can be cut. */
export interface Volume {
  folder: string
  /** Takes all free space, or leaves this number of bytes. */
  fill(but?: number): Promise<void>
  /** The bytes that are free. */
  left(): Promise<number>
  /** Gives that space back. */
  free(): Promise<void>
  /**
   * Drops what was not written to the disk yet, as a power cut does: the file system is shut down without its journal
   * being written, and answers every later call with an error.
   */
  cutPower(): void
  /** Mounts it again, by its journal. Fails where a file that was never synced outlived the cut. */
  powerUp(): Promise<void>
  remove(): Promise<void>
}

const MEGABYTES = 900
/** Left for `fillRest`, at most. */
const MOST_SPARE = 2 ** 26
const NEVER_SYNCED = 'never synced'

function run(command: string, ...args: string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`)
}

/** Nearly all free space at once. People write meanwhile: what was free a moment ago may be taken. */
async function takeMost(folder: string, path: string): Promise<void> {
  for (let spare = 2 ** 16; ; spare *= 4) {
    const { bavail, bsize } = await statfs(folder)
    try {
      run('fallocate', '-l', String(Math.max(1, bavail * bsize - spare)), path)
      return
    } catch (error) {
      await rm(path, { force: true })
      if (spare > MOST_SPARE) throw error
    }
  }
}

/** The last blocks, which fallocate leaves. */
async function fillRest(path: string): Promise<void> {
  const file = await open(path, 'w')
  try {
    for (;;) await file.write(Buffer.alloc(4096))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  } finally {
    await file.close()
  }
}

/** Null where this machine lets nobody mount a file, as for anybody but root. */
export async function openVolume(): Promise<Volume | null> {
  const home = await mkdtemp(join(tmpdir(), 'mingmou-volume-'))
  const image = join(home, 'disk')
  const folder = join(home, 'folder')
  const file = await open(image, 'w')
  await file.truncate(MEGABYTES * 2 ** 20)
  await file.close()
  const mount = () => run('mount', '-o', 'loop', image, folder)
  try {
    run('mkfs.ext4', '-q', '-m', '0', image)
    run('mkdir', '-m', '755', folder)
    run('chmod', '755', home)
    mount()
  } catch (error) {
    console.log(`no volume of its own: ${error instanceof Error ? error.message : String(error)}`)
    await rm(home, { recursive: true, force: true })
    return null
  }
  const balloon = join(folder, 'balloon')
  const unsynced = join(folder, 'unsynced')
  const unmount = async () => {
    // The last process that was killed may hold a file a moment longer.
    for (let tries = 600; spawnSync('umount', [folder]).status !== 0; tries--) {
      if (tries === 0) throw new Error(`${folder} is still in use`)
      await new Promise((next) => setTimeout(next, 100))
    }
  }
  const left = async () => {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  }
  return {
    folder,
    left,
    async fill(but = 0) {
      if (but > 0) {
        run('fallocate', '-l', String(Math.max(1, (await left()) - but)), balloon)
        return
      }
      await takeMost(folder, balloon)
      await fillRest(`${balloon}.rest`)
    },
    async free() {
      await rm(balloon, { force: true })
      await rm(`${balloon}.rest`, { force: true })
    },
    cutPower() {
      writeFileSync(unsynced, NEVER_SYNCED)
      // EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH.
      const ioctl =
        'open F,"<",shift or die $!; $how=pack("I",2); ioctl(F,0x8004587d,$how) or die $!'
      run('perl', '-e', ioctl, folder)
    },
    async powerUp() {
      await unmount()
      mount()
      // The name may have gone along with what somebody else synced. The words did not.
      if (existsSync(unsynced) && readFileSync(unsynced, 'utf8') === NEVER_SYNCED) {
        throw new Error('the power cut lost nothing, so it shows nothing')
      }
    },
    async remove() {
      await unmount()
      await rm(home, { recursive: true, force: true })
    },
  }
}
