"""One step of training in PyTorch: forward, loss, gradients, Adam. Prints what `arena::net` has to give, as JSON."""
import json
import torch

torch.set_default_dtype(torch.float32)


def ramp(*shape):
    """Weights and inputs that any program can make: (7919 i mod 1009) / 1009 - 1/2."""
    count = torch.Size(shape).numel()
    return torch.tensor([(7919 * i % 1009) / 1009 - 0.5 for i in range(count)]).reshape(shape)


def step(sizes, batch, loss_of, steps=3):
    layers = []
    for inputs, outputs in zip(sizes, sizes[1:]):
        layer = torch.nn.Linear(inputs, outputs)
        with torch.no_grad():
            layer.weight.copy_(ramp(outputs, inputs))
            layer.bias.copy_(ramp(outputs))
        layers += [layer, torch.nn.ReLU()]
    net = torch.nn.Sequential(*layers[:-1])
    adam = torch.optim.Adam(net.parameters(), lr=1e-3)
    x = 2 * ramp(batch, sizes[0])
    losses = []
    for _ in range(steps):
        adam.zero_grad()
        y = net(x)
        loss = loss_of(y)
        loss.backward()
        adam.step()
        losses.append(loss.item())
        if len(losses) == 1:
            first = {"output": y.flatten().tolist(), "gradients": [p.grad.flatten().tolist() for p in net.parameters()]}
    return {"sizes": sizes, "batch": batch, "losses": losses, **first,
            "weights": [p.flatten().tolist() for p in net.parameters()]}


def target(y):
    return ramp(*y.shape) * 3


print(json.dumps({
    "smooth_l1": step([6, 8, 1], 5, lambda y: torch.nn.functional.smooth_l1_loss(y, target(y))),
    "squared": step([6, 8, 8, 1], 5, lambda y: torch.nn.functional.mse_loss(y, target(y))),
    "cross_entropy": step([6, 8, 4], 5, lambda y: torch.nn.functional.cross_entropy(y, torch.softmax(target(y), 1))),
}))
