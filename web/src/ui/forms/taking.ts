/** What antd's `Upload` is told, so that it takes any number of files and leaves sending and showing to the page. */
export const taking = (add: (files: File[]) => Promise<void>) => ({
  multiple: true,
  // Any file may be chosen: those of a CD have no ending, and the content tells what it is.
  showUploadList: false,
  fileList: [],
  beforeUpload: (file: File, all: File[]) => {
    // Called for each file. The list is added once, in the order of the choice.
    if (file === all[0]) void add(all)
    return false
  },
})
