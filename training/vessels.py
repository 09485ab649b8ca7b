"""The vessel task: what a batch is, what the loss is, and what is measured."""

import cv2
import numpy as np
import torch
import torch.nn.functional as F
from sklearn.metrics import roc_auc_score

from . import augment, fundus
from .network import BlockUNet

SETS = ("drive", "stare", "hrf")


def split(config, part, leave_out=None):
    """(set, name) of the `train` or `validation` part.

    With `leave_out`, a set is kept wholly from training; its validation part is then the whole set.
    """
    chosen = []
    for set_name in SETS:
        for name in fundus.vessel_names(set_name):
            held = name in config["validation"][set_name] or set_name == leave_out
            if held == (part == "validation"):
                chosen.append((set_name, name))
    return chosen


def network(config):
    """The network to train, of logits."""
    return BlockUNet(**config["network"])


LICENCES = {
    "drive": "DRIVE: research use; no licence for commercial use is known",
    "stare": "STARE: research use; no licence for commercial use is known",
    "hrf": "HRF: CC BY 4.0, to be confirmed with its publisher before commercial use",
}


def card(config):
    """What the card says that does not depend on the run."""
    chosen = {part: split(config, part) for part in ("train", "validation")}
    return {
        "task": "vessels",
        "labels": ["vessel"],
        "threshold": 0.5,
        "licence": "The weights were learnt from sets whose terms bind their use. " + ". ".join(LICENCES.values()) + ".",
        "input": {
            "image": {"name": "image", "type": "float32", "layout": "1,3,height,width", "channels": "RGB", "range": [0, 1]},
            "field": {"name": "field", "type": "float32", "layout": "1,1,height,width", "values": "1 inside the field of view, 0 outside"},
            "field_diameter_px": config["field_diameter_px"],
            "multiple": config["multiple"],
            "preparation": (
                "Crop the photograph to the bounding box of its field, resize so that the box's longer side is "
                "field_diameter_px, pad with zeros at the right and the bottom. The graph normalises by itself."
            ),
        },
        "output": {
            "name": "probability",
            "type": "float32",
            "layout": "1,1,height,width",
            "range": [0, 1],
            "meaning": "probability of a blood vessel, zero outside the field; resize it to the photograph, then cut at the threshold",
        },
        "data": [
            {
                "set": set_name,
                "training": [name for s, name in chosen["train"] if s == set_name],
                "validation": [name for s, name in chosen["validation"] if s == set_name],
                "licence": LICENCES[set_name],
            }
            for set_name in SETS
        ],
        "limits": [
            "Trained on three cameras; the figures are of those cameras and do not carry over to others.",
            "On a camera it was not trained on it ranks well but its cut may be off: vessels drawn too broad or too thin, "
            "fine ones too many or too few. Short runs with one camera left out had their best cut at 0.22 (DRIVE left "
            "out) and 0.82 (HRF left out).",
            "Validated on four photographs of each camera: differences of a few thousandths mean nothing.",
            "Reads the photograph only as a map of vessels; it does not tell arteries from veins.",
        ],
    }


class Batches:
    """Training batches, each a function of (seed, rank, step) alone, so that a resumed run is the same run."""

    def __init__(self, config, leave_out=None):
        self.config = config
        self.sources = {}
        for set_name, name in split(config, "train", leave_out):
            self.sources.setdefault(set_name, []).append(self._source(fundus.read_vessel_photograph(set_name, name)))
        self.sets = sorted(self.sources)
        weights = np.array([config["sampling"][s] for s in self.sets])
        self.weights = weights / weights.sum()

    def _source(self, photograph):
        ys, xs = np.nonzero(photograph.field[::4, ::4])
        distance = fundus.signed_distance(photograph.truth)
        return {
            "image": photograph.image,
            "half": cv2.resize(photograph.image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA),
            "field": photograph.field,
            "distance": distance,
            "points": np.c_[xs, ys] * 4,
            "ratio": self.config["field_diameter_px"] / photograph.diameter,
            "depth": fundus.depth_of_truth(photograph, distance, self.config["field_diameter_px"]),
        }

    def _zoom(self, rng, source):
        """Working px for one px of the photograph: near what the product will show, or any depth from any camera,
        so that a camera's habits of labelling are not tied to one calibre."""
        zoom = self.config["zoom"]
        if rng.random() < zoom["depth_share"]:
            return augment.log_uniform(rng, *zoom["depth_px"]) / source["depth"]
        return source["ratio"] * augment.log_uniform(rng, *zoom["near"])

    def _field(self, rng, field):
        """Another camera's edge: the field narrowed, or cut by a circle that reaches into the patch."""
        size = field.shape[0]
        if rng.random() < 0.2:
            field = cv2.erode(field, np.ones((int(rng.integers(2, 12)),) * 2))
        if rng.random() < 0.15:
            angle, radius, reach = rng.uniform(0, 2 * np.pi), rng.uniform(400, 700), rng.uniform(-100, 150)
            x, y = size / 2 + (radius - reach) * np.cos(angle), size / 2 + (radius - reach) * np.sin(angle)
            disc = np.zeros_like(field)
            cv2.circle(disc, (int(x), int(y)), int(radius), 1, -1)
            field = field * disc
        return field

    def sample(self, rng):
        """One patch: image [3, c, c], field [1, c, c], truth [1, c, c], with c the context size."""
        context = self.config["patch"]["context_px"]
        sources = self.sources[self.sets[rng.choice(len(self.sets), p=self.weights)]]
        source = sources[rng.integers(len(sources))]
        image, field, truth = augment.random_view(rng, source, self._zoom(rng, source), context)
        return augment.camera(rng, image).transpose(2, 0, 1), self._field(rng, field)[None], truth[None]

    def batch(self, rank, step):
        """Tensors image [n, 3, c, c], field [n, 1, c, c], truth [n, 1, c, c]."""
        rng = np.random.default_rng([self.config["seed"], rank, step])
        samples = [self.sample(rng) for _ in range(self.config["optimiser"]["batch"])]
        return [torch.from_numpy(np.ascontiguousarray(np.stack(part))) for part in zip(*samples)]


def loss(config, network, batch):
    """Cross-entropy and soft Dice inside the field of the middle of the patch.

    The local mean and spread see the whole context, as they will in a whole photograph; the network sees the middle.
    """
    image, field, truth = batch
    size, context = config["patch"]["size_px"], config["patch"]["context_px"]
    edge = (context - size) // 2
    with torch.no_grad():
        blocks = network.normalise(image, field)[:, :, edge // 2 : (edge + size) // 2, edge // 2 : (edge + size) // 2]
    field, truth = (part[:, :, edge : edge + size, edge : edge + size] for part in (field, truth))
    with torch.autocast("cpu", torch.bfloat16):
        logits = network.features(blocks.contiguous(memory_format=torch.channels_last))
    logits = logits.float()
    inside = field.sum().clamp(min=1)
    entropy = (F.binary_cross_entropy_with_logits(logits, truth, reduction="none") * field).sum() / inside
    probability = torch.sigmoid(logits) * field
    dice = (2 * (probability * truth).sum() + 1) / ((probability + truth * field).sum() + 1)
    return entropy + config["optimiser"]["dice_weight"] * (1 - dice)


def measure(probability, truth, inside):
    """Dice, sensitivity, specificity at 0.5 and the area under the ROC curve, over the pixels of the field."""
    p, t = probability[inside], truth[inside]
    called = p >= 0.5
    hits = np.count_nonzero(called & t)
    return {
        "dice": 2 * hits / (np.count_nonzero(called) + np.count_nonzero(t)),
        "auc": roc_auc_score(t, p),
        "sensitivity": hits / np.count_nonzero(t),
        "specificity": np.count_nonzero(~called & ~t) / np.count_nonzero(~t),
    }


CUTS = np.linspace(0.05, 0.95, 37)


def dice_by_cut(probability, truth, inside):
    """Dice for every cut of CUTS."""
    p, t = probability[inside], truth[inside]
    return np.array([2 * np.count_nonzero((p >= c) & t) / (np.count_nonzero(p >= c) + np.count_nonzero(t)) for c in CUTS])


def predict(config, model, photograph, field_diameter_px=None):
    """Probability float32 [h, w] on the photograph's own grid."""
    image, field, size = fundus.to_working_scale(
        photograph, field_diameter_px or config["field_diameter_px"], config["multiple"]
    )
    with torch.no_grad():
        probability = model(torch.from_numpy(image), torch.from_numpy(field))[0, 0].numpy()
    return fundus.from_working_scale(probability, photograph, size)


def evaluate(config, model, leave_out=None, views=False):
    """Prints a table, mean over the images of each set, and returns its figures for the card.

    `best` is the cut that would have served the set best, and its Dice: the price of one cut for every camera.
    """
    held = split(config, "validation", leave_out)
    if leave_out:
        held = [pair for pair in held if pair[0] == leave_out]
    figures = []
    print("set     view    n  Dice   AUC    sens.  spec.  best cut, Dice")
    for set_name in SETS:
        names = [name for s, name in held if s == set_name]
        for share in (1.0, 0.67) if views else (1.0,):
            measured, curves = [], []
            for name in names:
                photograph = fundus.read_vessel_photograph(set_name, name)
                if share < 1:
                    photograph = fundus.narrowed(photograph, share)
                probability, inside = predict(config, model, photograph), photograph.field > 127
                measured.append(measure(probability, photograph.truth, inside))
                curves.append(dice_by_cut(probability, photograph.truth, inside))
            if not measured:
                continue
            mean = {key: float(np.mean([m[key] for m in measured])) for key in measured[0]}
            curve = np.mean(curves, 0)
            print(
                f"{set_name:7} {share:4.2f} {len(measured):4}  {mean['dice']:.3f}  {mean['auc']:.3f}  "
                f"{mean['sensitivity']:.3f}  {mean['specificity']:.3f}  {CUTS[curve.argmax()]:.3f} {curve.max():.3f}",
                flush=True,
            )
            if share == 1:
                label = f"{set_name}, images kept from training"
                figures += [{"name": k, "set": label, "value": round(v, 4), "n": len(measured)} for k, v in mean.items()]
    return figures
