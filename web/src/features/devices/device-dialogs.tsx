import { addDevice, FIRST_MODALITY, setDevice, type Device, type Modality } from '@mingmou/contract'
import { useState } from 'react'
import { DeviceDialog } from './device-dialog.tsx'

export function AddDeviceDialog({ onClose }: { onClose: () => void }) {
  const [modality, setModality] = useState<Modality>(FIRST_MODALITY.key)
  return (
    <DeviceDialog
      call={addDevice}
      initial={{ modality, addresses: [] }}
      modality={modality}
      onModality={setModality}
      onClose={onClose}
      text="add"
    />
  )
}

export function EditDeviceDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const [modality, setModality] = useState<Modality>(device.modality)
  const { name, ae_title, addresses, port, collect_device, img_type } = device
  return (
    <DeviceDialog
      call={setDevice}
      fixed={{ device_id: device.device_id }}
      initial={{
        name,
        ae_title,
        addresses,
        collect_device,
        modality: device.modality,
        ...(port !== null && { port }),
        ...(img_type !== null && { img_type }),
      }}
      modality={modality}
      onModality={setModality}
      onClose={onClose}
      text="edit"
    />
  )
}
