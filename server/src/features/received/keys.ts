/** The files of one received file lie in a folder: as it came, its document, and the copy that is filed. */
export const receivedKeys = (oid: string, received_id: string) => {
  const folder = `received/${oid}/${received_id}`
  return {
    file: `${folder}/file.dcm`,
    document: `${folder}/document.pdf`,
    /** Another one for each time that it is filed: an archive keeps the key that it was filed by. */
    copy: (time: number) => `${folder}/image-${time}.dcm`,
  }
}

/** The document beside a file as it came. */
export const documentOf = (file_key: string): string =>
  file_key.replace(/file\.dcm$/, 'document.pdf')
